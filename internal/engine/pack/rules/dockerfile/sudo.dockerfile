FROM debian:12
# ruleid: dockerfile-sudo
RUN sudo apt-get update
# ok: dockerfile-sudo
RUN apt-get update
