FROM debian:12
# ruleid: dockerfile-ssh-port
EXPOSE 22
# ruleid: dockerfile-ssh-port
EXPOSE 8080 22/tcp
# ok: dockerfile-ssh-port
EXPOSE 8080
# ok: dockerfile-ssh-port
EXPOSE 2222 8022
