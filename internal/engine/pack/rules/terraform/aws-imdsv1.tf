resource "aws_instance" "bad0" {
  name = "a"
  metadata_options {
    # ruleid: terraform-aws-imdsv1
    http_tokens = "optional"
  }
}

resource "aws_instance" "good0" {
  name = "a"
  metadata_options {
    # ok: terraform-aws-imdsv1
    http_tokens = "required"
  }
}

resource "aws_launch_template" "bad1" {
  name = "a"
  metadata_options {
    # ruleid: terraform-aws-imdsv1
    http_tokens = "optional"
  }
}

resource "aws_launch_template" "good1" {
  name = "a"
  metadata_options {
    # ok: terraform-aws-imdsv1
    http_tokens = "required"
  }
}
