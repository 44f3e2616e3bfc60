FROM debian:12
# ruleid: dockerfile-sudo
RUN sudo apt-get update
# ok: dockerfile-sudo
RUN apt-get update
# ruleid: dockerfile-sudo
RUN apt-get update && apt-get install -y curl sudo && rm -rf /var/lib/apt/lists/*
# ok: dockerfile-sudo
RUN apt-get install -y curl sudoku
# ok: dockerfile-sudo
RUN apk add --no-cache curl
