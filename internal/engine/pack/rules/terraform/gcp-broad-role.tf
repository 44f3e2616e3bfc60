resource "google_project_iam_member" "owner" {
  # ruleid: terraform-gcp-broad-role
  role   = "roles/owner"
  member = "user:a@shop.example"
}

resource "google_folder_iam_binding" "editor" {
  # ruleid: terraform-gcp-broad-role
  role    = "roles/editor"
  members = ["group:all@shop.example"]
}

resource "google_project_iam_member" "narrow" {
  # ok: terraform-gcp-broad-role
  role   = "roles/storage.objectViewer"
  member = "user:a@shop.example"
}
