resource "google_container_cluster" "password" {
  master_auth {
    # ruleid: terraform-gcp-gke-basic-auth
    username = "admin"
    password = var.password
  }
}

resource "google_container_cluster" "none" {
  master_auth {
    # ok: terraform-gcp-gke-basic-auth
    username = ""
    password = ""
  }
}

# ok: terraform-gcp-gke-basic-auth
resource "google_container_cluster" "default" {
  master_auth {
    client_certificate_config {
      issue_client_certificate = false
    }
  }
}
