FROM debian:12
# ruleid: dockerfile-secret-in-env
ENV DB_PASSWORD=Tr0ub4dor3
# ruleid: dockerfile-secret-in-env
ARG API_KEY="8f14e45fceea167a"
# ok: dockerfile-secret-in-env
ENV DB_PASSWORD_FILE=/run/secrets/db
# ok: dockerfile-secret-in-env
ARG API_KEY
# ok: dockerfile-secret-in-env
ENV DB_PASSWORD=$PASSWORD
