resource "azurerm_storage_account" "bad0" {
  name = "a"
  # ruleid: terraform-azure-storage-old-tls
  min_tls_version = "TLS1_0"
}

resource "azurerm_storage_account" "good0" {
  name = "a"
  # ok: terraform-azure-storage-old-tls
  min_tls_version = "TLS1_2"
}
