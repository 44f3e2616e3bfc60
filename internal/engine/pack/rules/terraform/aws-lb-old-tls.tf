resource "aws_lb_listener" "bad0" {
  name = "a"
  # ruleid: terraform-aws-lb-old-tls
  ssl_policy = "ELBSecurityPolicy-TLS-1-0-2015-04"
}

resource "aws_lb_listener" "good0" {
  name = "a"
  # ok: terraform-aws-lb-old-tls
  ssl_policy = "ELBSecurityPolicy-TLS13-1-2-2021-06"
}

resource "aws_alb_listener" "bad1" {
  name = "a"
  # ruleid: terraform-aws-lb-old-tls
  ssl_policy = "ELBSecurityPolicy-TLS-1-0-2015-04"
}

resource "aws_alb_listener" "good1" {
  name = "a"
  # ok: terraform-aws-lb-old-tls
  ssl_policy = "ELBSecurityPolicy-TLS13-1-2-2021-06"
}
