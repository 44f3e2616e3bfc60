resource "google_container_cluster" "old" {
  # ruleid: terraform-gcp-gke-legacy-abac
  enable_legacy_abac = true
}

resource "google_container_cluster" "roles" {
  # ok: terraform-gcp-gke-legacy-abac
  enable_legacy_abac = false
}
