resource "google_compute_firewall" "bad0" {
  name = "a"
  # ruleid: terraform-gcp-firewall-open
  source_ranges = ["0.0.0.0/0"]
}

resource "google_compute_firewall" "good0" {
  name = "a"
  # ok: terraform-gcp-firewall-open
  source_ranges = ["10.0.0.0/8"]
}
