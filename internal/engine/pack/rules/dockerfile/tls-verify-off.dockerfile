FROM debian:12
# ruleid: dockerfile-tls-verify-off
RUN curl -fsSLk https://files.test/tool.tar.gz -o /tmp/tool.tar.gz
# ruleid: dockerfile-tls-verify-off
RUN curl -o /tmp/tool.tar.gz --insecure https://files.test/tool.tar.gz
# ruleid: dockerfile-tls-verify-off
RUN wget --no-check-certificate https://files.test/tool.tar.gz
# ruleid: dockerfile-tls-verify-off
ENV NODE_TLS_REJECT_UNAUTHORIZED=0
# ruleid: dockerfile-tls-verify-off
RUN git config --global http.sslVerify false
# ok: dockerfile-tls-verify-off
RUN curl -fsSLO https://files.test/tool-k.tar.gz
# ok: dockerfile-tls-verify-off
RUN curl -fsSL https://files.test/list | sort -k 2
# ok: dockerfile-tls-verify-off
RUN wget -q https://files.test/tool.tar.gz
# ok: dockerfile-tls-verify-off
ENV NODE_ENV=production
# ruleid: dockerfile-tls-verify-off
RUN pip install --trusted-host packages.test shop
# ruleid: dockerfile-tls-verify-off
ENV PIP_TRUSTED_HOST=packages.test
# ok: dockerfile-tls-verify-off
RUN pip install --index-url https://packages.test/simple shop
