import ftplib
import smtplib
import ssl
import telnetlib


def send(host, user, password):
    # ruleid: python-cleartext-protocol
    telnetlib.Telnet(host)
    plain = ftplib.FTP(host)
    # ruleid: python-cleartext-protocol
    plain.login(user, password)
    safe = ftplib.FTP_TLS(host)
    # ok: python-cleartext-protocol
    safe.login(user, password)


def mail(host, user, password):
    smtp = smtplib.SMTP(host)
    # ruleid: python-cleartext-protocol
    smtp.login(user, password)


def safe_mail(host, user, password):
    smtp = smtplib.SMTP(host)
    smtp.starttls(context=ssl.create_default_context())
    # ok: python-cleartext-protocol
    smtp.login(user, password)
