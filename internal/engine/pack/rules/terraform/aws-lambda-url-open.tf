resource "aws_lambda_function_url" "open" {
  function_name = "orders"
  # ruleid: terraform-aws-lambda-url-open
  authorization_type = "NONE"
}

resource "aws_lambda_function_url" "signed" {
  function_name = "orders"
  # ok: terraform-aws-lambda-url-open
  authorization_type = "AWS_IAM"
}
