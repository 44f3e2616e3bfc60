FROM debian:12
# ruleid: dockerfile-add-remote
ADD https://tools.test/agent.tar.gz /opt/
# ok: dockerfile-add-remote
ADD --checksum=sha256:24454f830cdb571e2c4ad15481119c43b3cafd48dd869a9b2945d1036d1dc68d https://tools.test/agent.tar.gz /opt/
# ok: dockerfile-add-remote
ADD app.tar.gz /opt/
