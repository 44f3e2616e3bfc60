resource "google_sql_database_instance" "bad0" {
  name = "a"
  authorized_networks {
    # ruleid: terraform-gcp-sql-public
    value = "0.0.0.0/0"
  }
}

resource "google_sql_database_instance" "good0" {
  name = "a"
  authorized_networks {
    # ok: terraform-gcp-sql-public
    value = "203.0.113.7/32"
  }
}
