resource "google_sql_database_instance" "bad0" {
  name = "a"
  ip_configuration {
    # ruleid: terraform-gcp-sql-plain-connections
    require_ssl = false
  }
}

resource "google_sql_database_instance" "good0" {
  name = "a"
  ip_configuration {
    # ok: terraform-gcp-sql-plain-connections
    require_ssl = true
  }
}
