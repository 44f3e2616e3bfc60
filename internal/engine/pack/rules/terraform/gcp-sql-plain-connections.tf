resource "google_sql_database_instance" "bad0" {
  name = "a"
  ip_configuration {
    # ruleid: terraform-gcp-sql-plain-connections
    require_ssl = false
  }
}

resource "google_sql_database_instance" "mode" {
  settings {
    ip_configuration {
      # ruleid: terraform-gcp-sql-plain-connections
      ssl_mode = "ALLOW_UNENCRYPTED_AND_ENCRYPTED"
    }
  }
}

resource "google_sql_database_instance" "strict" {
  settings {
    ip_configuration {
      # ok: terraform-gcp-sql-plain-connections
      ssl_mode = "ENCRYPTED_ONLY"
    }
  }
}

resource "google_sql_database_instance" "good0" {
  name = "a"
  ip_configuration {
    # ok: terraform-gcp-sql-plain-connections
    require_ssl = true
  }
}
