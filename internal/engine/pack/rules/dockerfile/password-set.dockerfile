FROM debian:12
# ruleid: dockerfile-password-set
RUN echo "root:root" | chpasswd
# ruleid: dockerfile-password-set
RUN useradd app && echo 'app:Tr0ub4dor3' | /usr/sbin/chpasswd
# ruleid: dockerfile-password-set
RUN echo Tr0ub4dor3 | passwd root --stdin
# ok: dockerfile-password-set
RUN --mount=type=secret,id=password chpasswd < /run/secrets/password
# ok: dockerfile-password-set
RUN echo "app:$PASSWORD" | chpasswd
# ok: dockerfile-password-set
RUN useradd --system app
