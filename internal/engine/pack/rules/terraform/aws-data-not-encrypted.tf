resource "aws_elasticache_replication_group" "bad0" {
  # ruleid: terraform-aws-data-not-encrypted
  at_rest_encryption_enabled = false
}

resource "aws_elasticache_replication_group" "good0" {
  # ok: terraform-aws-data-not-encrypted
  at_rest_encryption_enabled = true
}

resource "aws_kinesis_stream" "bad1" {
  # ruleid: terraform-aws-data-not-encrypted
  encryption_type = "NONE"
}

resource "aws_kinesis_stream" "good1" {
  # ok: terraform-aws-data-not-encrypted
  encryption_type = "KMS"
}

resource "aws_sqs_queue" "bad2" {
  # ruleid: terraform-aws-data-not-encrypted
  sqs_managed_sse_enabled = false
}

resource "aws_sqs_queue" "good2" {
  # ok: terraform-aws-data-not-encrypted
  sqs_managed_sse_enabled = false
  kms_master_key_id       = aws_kms_key.queue.id
}

# ok: terraform-aws-data-not-encrypted
resource "aws_sqs_queue" "default" {
  name = "orders"
}

resource "aws_dax_cluster" "bad3" {
  server_side_encryption {
    # ruleid: terraform-aws-data-not-encrypted
    enabled = false
  }
}

resource "aws_dax_cluster" "good3" {
  server_side_encryption {
    # ok: terraform-aws-data-not-encrypted
    enabled = true
  }
}
