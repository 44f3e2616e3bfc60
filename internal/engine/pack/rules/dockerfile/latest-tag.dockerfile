# ruleid: dockerfile-latest-tag
FROM python:latest
# ruleid: dockerfile-latest-tag
FROM --platform=linux/amd64 ubuntu AS base
# ok: dockerfile-latest-tag
FROM golang:1.23.3-bookworm AS build
# ok: dockerfile-latest-tag
FROM scratch
# ok: dockerfile-latest-tag
FROM base
