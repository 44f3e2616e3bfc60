FROM debian:12
# ruleid: dockerfile-world-writable
RUN chmod 777 /app
# ruleid: dockerfile-world-writable
RUN mkdir /data && chmod -R 0777 /data
# ruleid: dockerfile-world-writable
RUN chmod a+rwx /app/uploads
# ok: dockerfile-world-writable
RUN chmod 755 /app
# ok: dockerfile-world-writable
RUN chmod 1777 /scratch
# ok: dockerfile-world-writable
RUN chmod u+rwx /app
# ok: dockerfile-world-writable
COPY --chown=app:app . /app
