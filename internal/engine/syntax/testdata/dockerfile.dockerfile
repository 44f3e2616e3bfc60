# Two stages.
FROM golang:1.26 AS build
ARG VERSION=dev
WORKDIR /src
COPY --chown=1000:1000 . .
RUN go build -o /bin/app ./cmd/app && \
    echo done

FROM scratch
ENV PATH=/bin MODE="prod"
COPY --from=build /bin/app /bin/app
EXPOSE 8080/tcp
USER 1000
ENTRYPOINT ["/bin/app", "serve"]
