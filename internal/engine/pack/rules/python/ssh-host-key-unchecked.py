import paramiko

client = paramiko.SSHClient()
# ruleid: python-ssh-host-key-unchecked
client.set_missing_host_key_policy(paramiko.AutoAddPolicy())
# ruleid: python-ssh-host-key-unchecked
client.set_missing_host_key_policy(paramiko.WarningPolicy)
# ok: python-ssh-host-key-unchecked
client.set_missing_host_key_policy(paramiko.RejectPolicy())
