resource "azurerm_key_vault" "off" {
  name = "shop"
  # ruleid: terraform-azure-key-vault-purge
  purge_protection_enabled = false
}

# ruleid: terraform-azure-key-vault-purge
resource "azurerm_key_vault" "missing" {
  name = "shop"
}

resource "azurerm_key_vault" "on" {
  name = "shop"
  # ok: terraform-azure-key-vault-purge
  purge_protection_enabled = true
}
