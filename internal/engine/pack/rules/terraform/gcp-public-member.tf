resource "google_storage_bucket_iam_member" "bad0" {
  name = "a"
  # ruleid: terraform-gcp-public-member
  member = "allUsers"
}

resource "google_storage_bucket_iam_member" "good0" {
  name = "a"
  # ok: terraform-gcp-public-member
  member = "user:a@shop.example"
}

resource "google_storage_bucket_iam_binding" "bad1" {
  name = "a"
  # ruleid: terraform-gcp-public-member
  members = ["user:a@shop.example", "allUsers"]
}

resource "google_storage_bucket_iam_binding" "good1" {
  name = "a"
  # ok: terraform-gcp-public-member
  members = ["user:a@shop.example"]
}

resource "google_pubsub_topic_iam_member" "topic" {
  topic = "orders"
  # ruleid: terraform-gcp-public-member
  member = "allAuthenticatedUsers"
}

resource "google_project_iam_member" "bad2" {
  name = "a"
  # ruleid: terraform-gcp-public-member
  member = "allUsers"
}

resource "google_project_iam_member" "good2" {
  name = "a"
  # ok: terraform-gcp-public-member
  member = "user:a@shop.example"
}

resource "google_cloud_run_service_iam_member" "bad3" {
  name = "a"
  # ruleid: terraform-gcp-public-member
  member = "allUsers"
}

resource "google_cloud_run_service_iam_member" "good3" {
  name = "a"
  # ok: terraform-gcp-public-member
  member = "user:a@shop.example"
}
