resource "aws_api_gateway_method" "open" {
  http_method = "GET"
  # ruleid: terraform-aws-api-no-authorization
  authorization = "NONE"
}

resource "aws_api_gateway_method" "users" {
  http_method = "GET"
  # ok: terraform-aws-api-no-authorization
  authorization = "COGNITO_USER_POOLS"
  authorizer_id = aws_api_gateway_authorizer.users.id
}

resource "aws_api_gateway_method" "preflight" {
  http_method = "OPTIONS"
  # ok: terraform-aws-api-no-authorization
  authorization = "NONE"
}

resource "aws_api_gateway_method" "with_key" {
  http_method = "GET"
  # ok: terraform-aws-api-no-authorization
  authorization    = "NONE"
  api_key_required = true
}

resource "aws_apigatewayv2_route" "open" {
  route_key = "POST /orders"
  # ruleid: terraform-aws-api-no-authorization
  authorization_type = "NONE"
}

resource "aws_apigatewayv2_route" "token" {
  route_key = "POST /orders"
  # ok: terraform-aws-api-no-authorization
  authorization_type = "JWT"
}

resource "aws_apigatewayv2_route" "preflight" {
  route_key = "OPTIONS /orders"
  # ok: terraform-aws-api-no-authorization
  authorization_type = "NONE"
}
