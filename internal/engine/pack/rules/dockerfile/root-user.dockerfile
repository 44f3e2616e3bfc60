FROM debian:12
# ok: dockerfile-root-user
USER root
RUN apt-get update
# ok: dockerfile-root-user
USER nobody
RUN true
# ruleid: dockerfile-root-user
USER root
CMD ["app"]
