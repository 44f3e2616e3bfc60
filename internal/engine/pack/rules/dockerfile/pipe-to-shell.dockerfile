FROM debian:12
# ruleid: dockerfile-pipe-to-shell
RUN curl -fsSL https://get.tools.test/agent.sh | bash
# ruleid: dockerfile-pipe-to-shell
RUN wget -qO- https://get.tools.test/agent.sh | sudo -E sh -
# ok: dockerfile-pipe-to-shell
RUN curl -fsSL https://get.tools.test/agent.sh -o /tmp/agent.sh && sha256sum -c sums && sh /tmp/agent.sh
# ok: dockerfile-pipe-to-shell
RUN curl -s https://get.tools.test/list | sort
