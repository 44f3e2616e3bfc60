# A bucket.
variable "name" {
  type    = string
  default = "data"
}

resource "aws_s3_bucket" "data" {
  bucket = "${var.name}-${terraform.workspace}"
  count  = var.enabled ? 1 : 0
  tags = {
    Owner = "team"
    Size  = length(var.list)
  }
  lifecycle { prevent_destroy = true }
}

locals {
  ids  = [for b in aws_s3_bucket.data : b.id if b.id != ""]
  text = <<-EOT
    hello ${var.name}
  EOT
}
