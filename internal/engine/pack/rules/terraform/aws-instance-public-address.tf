resource "aws_instance" "open" {
  # ruleid: terraform-aws-instance-public-address
  associate_public_ip_address = true
}

resource "aws_launch_template" "open" {
  network_interfaces {
    # ruleid: terraform-aws-instance-public-address
    associate_public_ip_address = true
  }
}

resource "aws_instance" "inside" {
  # ok: terraform-aws-instance-public-address
  associate_public_ip_address = false
}

resource "aws_instance" "given" {
  # ok: terraform-aws-instance-public-address
  associate_public_ip_address = var.public
}
