resource "aws_security_group" "bastion" {
  name = "bastion"

  ingress {
    from_port = 22
    to_port   = 22
    protocol  = "tcp"
    # ruleid: terraform-aws-security-group-open
    cidr_blocks = ["0.0.0.0/0"]
  }

  egress {
    from_port = 0
    to_port   = 0
    protocol  = "-1"
    # ok: terraform-aws-security-group-open
    cidr_blocks = ["0.0.0.0/0"]
  }
}

resource "aws_security_group" "web" {
  ingress {
    from_port = 443
    to_port   = 443
    protocol  = "tcp"
    # ok: terraform-aws-security-group-open
    cidr_blocks = ["0.0.0.0/0"]
  }

  ingress {
    from_port = 5432
    to_port   = 5432
    protocol  = "tcp"
    # ok: terraform-aws-security-group-open
    cidr_blocks = ["10.20.0.0/16"]
  }
}

resource "aws_security_group_rule" "db" {
  type      = "ingress"
  from_port = 3306
  to_port   = 3306
  protocol  = "tcp"
  # ruleid: terraform-aws-security-group-open
  cidr_blocks = ["0.0.0.0/0"]
}
