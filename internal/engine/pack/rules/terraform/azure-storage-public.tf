resource "azurerm_storage_container" "bad0" {
  name = "a"
  # ruleid: terraform-azure-storage-public
  container_access_type = "blob"
}

resource "azurerm_storage_container" "good0" {
  name = "a"
  # ok: terraform-azure-storage-public
  container_access_type = "private"
}
