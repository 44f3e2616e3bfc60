resource "azurerm_storage_account" "open" {
  # ruleid: terraform-azure-storage-public-items
  allow_nested_items_to_be_public = true
}

resource "azurerm_storage_account" "old" {
  # ruleid: terraform-azure-storage-public-items
  allow_blob_public_access = true
}

resource "azurerm_storage_account" "closed" {
  # ok: terraform-azure-storage-public-items
  allow_nested_items_to_be_public = false
}
