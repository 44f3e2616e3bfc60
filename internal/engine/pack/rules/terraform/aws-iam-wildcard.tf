resource "aws_iam_role_policy" "worker" {
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect = "Allow"
      # ruleid: terraform-aws-iam-wildcard
      Action   = "*"
      Resource = "*"
    }]
  })
}

resource "aws_iam_role_policy" "lists" {
  policy = jsonencode({
    Statement = [{
      Effect = "Allow"
      # ruleid: terraform-aws-iam-wildcard
      Action   = ["*"]
      Resource = ["*"]
    }]
  })
}

resource "aws_iam_role_policy" "reader" {
  policy = jsonencode({
    Statement = [{
      Effect = "Allow"
      # ok: terraform-aws-iam-wildcard
      Action   = ["s3:GetObject"]
      Resource = "*"
    }]
  })
}

data "aws_iam_policy_document" "all" {
  statement {
    # ruleid: terraform-aws-iam-wildcard
    actions   = ["*"]
    resources = ["*"]
  }
}

resource "aws_iam_policy" "text" {
  policy = <<EOF
{"Statement": [{
  "Effect": "Allow",
  # ruleid: terraform-aws-iam-wildcard
  "Action": "*",
  "Resource": "*"
}]}
EOF
}

resource "aws_iam_policy" "refused" {
  policy = <<EOF
{"Statement": [{
  "Effect": "Deny",
  # ok: terraform-aws-iam-wildcard
  "Action": "*",
  "Resource": "*"
}]}
EOF
}

data "aws_iam_policy_document" "refused" {
  statement {
    effect    = "Deny"
    # ok: terraform-aws-iam-wildcard
    actions   = ["*"]
    resources = ["*"]
  }
}

data "aws_iam_policy_document" "one" {
  statement {
    # ok: terraform-aws-iam-wildcard
    actions   = ["*"]
    resources = [aws_sqs_queue.jobs.arn]
  }
}

data "aws_iam_policy_document" "some" {
  statement {
    # ok: terraform-aws-iam-wildcard
    actions   = ["s3:GetObject"]
    resources = ["*"]
  }
}
