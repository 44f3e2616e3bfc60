FROM debian:12
# ruleid: dockerfile-pipe-to-shell
RUN curl -fsSL https://get.tools.test/agent.sh | bash
# ruleid: dockerfile-pipe-to-shell
RUN wget -qO- https://get.tools.test/agent.sh | sudo -E sh -
# ok: dockerfile-pipe-to-shell
RUN curl -fsSL https://get.tools.test/agent.sh -o /tmp/agent.sh && sha256sum -c sums && sh /tmp/agent.sh
# ruleid: dockerfile-pipe-to-shell
RUN bash -c "$(curl -fsSL https://get.tools.test/agent.sh)"
# ruleid: dockerfile-pipe-to-shell
RUN curl -sS https://get.tools.test/setup.py | python3 - && rm -rf /tmp/x
# ok: dockerfile-pipe-to-shell
RUN curl -s https://get.tools.test/list | python3 -m json.tool
# ok: dockerfile-pipe-to-shell
RUN curl -s https://get.tools.test/list | sort
