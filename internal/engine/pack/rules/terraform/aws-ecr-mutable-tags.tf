resource "aws_ecr_repository" "bad0" {
  name = "a"
  # ruleid: terraform-aws-ecr-mutable-tags
  image_tag_mutability = "MUTABLE"
}

resource "aws_ecr_repository" "good0" {
  name = "a"
  # ok: terraform-aws-ecr-mutable-tags
  image_tag_mutability = "IMMUTABLE"
}

# ruleid: terraform-aws-ecr-mutable-tags
resource "aws_ecr_repository" "none0" {
  name = "a"
}

# ok: terraform-aws-ecr-mutable-tags
resource "aws_ecr_repository" "given" {
  name                 = "a"
  image_tag_mutability = var.mutability
}
