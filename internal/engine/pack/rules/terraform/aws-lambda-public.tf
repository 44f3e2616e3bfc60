resource "aws_lambda_permission" "all" {
  action        = "lambda:InvokeFunction"
  function_name = "orders"
  # ruleid: terraform-aws-lambda-public
  principal = "*"
}

resource "aws_lambda_permission" "bucket" {
  action        = "lambda:InvokeFunction"
  function_name = "orders"
  # ok: terraform-aws-lambda-public
  principal  = "s3.amazonaws.com"
  source_arn = aws_s3_bucket.uploads.arn
}

resource "aws_lambda_permission" "ours" {
  action        = "lambda:InvokeFunction"
  function_name = "orders"
  # ok: terraform-aws-lambda-public
  principal        = "*"
  principal_org_id = "o-a1b2c3d4e5"
}
