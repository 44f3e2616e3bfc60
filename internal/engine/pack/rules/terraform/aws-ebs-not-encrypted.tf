resource "aws_ebs_volume" "bad0" {
  name = "a"
  # ruleid: terraform-aws-ebs-not-encrypted
  encrypted = false
}

resource "aws_ebs_volume" "good0" {
  name = "a"
  # ok: terraform-aws-ebs-not-encrypted
  encrypted = true
}

# ruleid: terraform-aws-ebs-not-encrypted
resource "aws_ebs_volume" "none0" {
  name = "a"
}

resource "aws_instance" "disks" {
  root_block_device {
    # ruleid: terraform-aws-ebs-not-encrypted
    encrypted = false
  }
  ebs_block_device {
    # ok: terraform-aws-ebs-not-encrypted
    encrypted = true
  }
}
