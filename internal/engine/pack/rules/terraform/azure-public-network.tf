resource "azurerm_mssql_server" "bad0" {
  name = "a"
  # ruleid: terraform-azure-public-network
  public_network_access_enabled = true
}

resource "azurerm_mssql_server" "good0" {
  name = "a"
  # ok: terraform-azure-public-network
  public_network_access_enabled = false
}

resource "azurerm_postgresql_server" "bad1" {
  name = "a"
  # ruleid: terraform-azure-public-network
  public_network_access_enabled = true
}

resource "azurerm_postgresql_server" "good1" {
  name = "a"
  # ok: terraform-azure-public-network
  public_network_access_enabled = false
}

resource "azurerm_mysql_server" "bad2" {
  name = "a"
  # ruleid: terraform-azure-public-network
  public_network_access_enabled = true
}

resource "azurerm_mysql_server" "good2" {
  name = "a"
  # ok: terraform-azure-public-network
  public_network_access_enabled = false
}

resource "azurerm_key_vault" "bad3" {
  name = "a"
  # ruleid: terraform-azure-public-network
  public_network_access_enabled = true
}

resource "azurerm_key_vault" "good3" {
  name = "a"
  # ok: terraform-azure-public-network
  public_network_access_enabled = false
}
