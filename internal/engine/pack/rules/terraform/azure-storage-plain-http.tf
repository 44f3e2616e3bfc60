resource "azurerm_storage_account" "bad0" {
  name = "a"
  # ruleid: terraform-azure-storage-plain-http
  https_traffic_only_enabled = false
}

resource "azurerm_storage_account" "old" {
  # ruleid: terraform-azure-storage-plain-http
  enable_https_traffic_only = false
}

resource "azurerm_storage_account" "good0" {
  name = "a"
  # ok: terraform-azure-storage-plain-http
  https_traffic_only_enabled = true
}
