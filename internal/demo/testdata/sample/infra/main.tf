terraform {
  required_version = ">= 1.6"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.70"
    }
  }
}

provider "aws" {
  region = "eu-central-1"
}

resource "aws_s3_bucket" "media" {
  bucket = "demo-shop-media"
}

resource "aws_s3_bucket_acl" "media" {
  bucket = aws_s3_bucket.media.id
  acl    = "public-read-write"
}

resource "aws_s3_bucket" "invoices" {
  bucket = "demo-shop-invoices"
}

resource "aws_s3_bucket_public_access_block" "invoices" {
  bucket                  = aws_s3_bucket.invoices.id
  block_public_acls       = true
  block_public_policy     = true
  ignore_public_acls      = true
  restrict_public_buckets = true
}

resource "aws_security_group" "bastion" {
  name   = "bastion"
  vpc_id = var.vpc_id

  ingress {
    description = "ssh"
    from_port   = 22
    to_port     = 22
    protocol    = "tcp"
    cidr_blocks = ["0.0.0.0/0"]
  }
}

resource "aws_security_group" "database" {
  name   = "database"
  vpc_id = var.vpc_id

  ingress {
    description = "postgres from the shop"
    from_port   = 5432
    to_port     = 5432
    protocol    = "tcp"
    cidr_blocks = ["10.20.0.0/16"]
  }
}

resource "aws_db_instance" "shop" {
  identifier             = "shop"
  engine                 = "postgres"
  engine_version         = "16.4"
  instance_class         = "db.t4g.medium"
  allocated_storage      = 50
  username               = "shop"
  password               = var.database_password
  publicly_accessible    = false
  storage_encrypted      = false
  vpc_security_group_ids = [aws_security_group.database.id]
}

resource "aws_ebs_volume" "archive" {
  availability_zone = "eu-central-1a"
  size              = 200
  encrypted         = true
}

resource "aws_iam_role_policy" "worker" {
  name = "worker"
  role = var.worker_role

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = "*"
      Resource = "*"
    }]
  })
}

variable "vpc_id" {
  type = string
}

variable "worker_role" {
  type = string
}

variable "database_password" {
  type      = string
  sensitive = true
}

variable "gitlab_token" {
  description = "Reads the modules that we keep at GitLab."
  type        = string
  default     = "glpat-ee6PuLx3jsghndCDS7C8"
}
