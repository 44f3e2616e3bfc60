FROM debian:12
# ruleid: dockerfile-secret-in-arg
ARG AWS_SECRET_ACCESS_KEY
# ruleid: dockerfile-secret-in-arg
ARG NPM_TOKEN=""
# ruleid: dockerfile-secret-in-arg
ARG db_password
# ok: dockerfile-secret-in-arg
ARG VERSION
# ok: dockerfile-secret-in-arg
ARG TOKEN_FILE
# ok: dockerfile-secret-in-arg
ARG KEYSERVER=keys.test
# ok: dockerfile-secret-in-arg
RUN --mount=type=secret,id=token ./fetch
