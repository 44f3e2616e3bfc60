resource "google_compute_firewall" "bad" {
  name = "a"
  allow {
    protocol = "tcp"
    ports    = ["22"]
  }
  # ruleid: terraform-gcp-firewall-open
  source_ranges = ["0.0.0.0/0"]
}

resource "google_compute_firewall" "all" {
  name = "b"
  allow {
    protocol = "all"
  }
  # ruleid: terraform-gcp-firewall-open
  source_ranges = ["10.0.0.0/8", "0.0.0.0/0"]
}

resource "google_compute_firewall" "inside" {
  name = "c"
  allow {
    protocol = "tcp"
    ports    = ["22"]
  }
  # ok: terraform-gcp-firewall-open
  source_ranges = ["10.0.0.0/8"]
}

resource "google_compute_firewall" "pages" {
  name = "d"
  allow {
    protocol = "tcp"
    ports    = ["80", "443"]
  }
  # ok: terraform-gcp-firewall-open
  source_ranges = ["0.0.0.0/0"]
}

resource "google_compute_firewall" "refused" {
  name = "e"
  deny {
    protocol = "all"
  }
  # ok: terraform-gcp-firewall-open
  source_ranges = ["0.0.0.0/0"]
}
