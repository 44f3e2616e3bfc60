resource "aws_lb_listener" "plain" {
  port = 80
  # ruleid: terraform-aws-lb-plain-http
  protocol = "HTTP"
  default_action {
    type             = "forward"
    target_group_arn = aws_lb_target_group.shop.arn
  }
}

resource "aws_lb_listener" "to_https" {
  port = 80
  # ok: terraform-aws-lb-plain-http
  protocol = "HTTP"
  default_action {
    type = "redirect"
    redirect {
      port        = "443"
      protocol    = "HTTPS"
      status_code = "HTTP_301"
    }
  }
}

resource "aws_lb_listener" "tls" {
  port = 443
  # ok: terraform-aws-lb-plain-http
  protocol = "HTTPS"
  default_action {
    type             = "forward"
    target_group_arn = aws_lb_target_group.shop.arn
  }
}

resource "aws_lb_listener" "nothing" {
  port = 80
  # ok: terraform-aws-lb-plain-http
  protocol = "HTTP"
  default_action {
    type = "fixed-response"
    fixed_response {
      content_type = "text/plain"
      status_code  = "404"
    }
  }
}

resource "aws_elb" "old" {
  listener {
    lb_port = 80
    # ruleid: terraform-aws-lb-plain-http
    lb_protocol       = "http"
    instance_port     = 8080
    instance_protocol = "http"
  }
  listener {
    lb_port = 443
    # ok: terraform-aws-lb-plain-http
    lb_protocol       = "https"
    instance_port     = 8080
    instance_protocol = "http"
  }
}
