resource "azurerm_network_security_rule" "bad" {
  direction = "Inbound"
  access    = "Allow"
  # ruleid: terraform-azure-nsg-open
  source_address_prefix  = "*"
  destination_port_range = "22"
}

resource "azurerm_network_security_rule" "good" {
  direction = "Inbound"
  access    = "Allow"
  # ok: terraform-azure-nsg-open
  source_address_prefix  = "10.20.0.0/16"
  destination_port_range = "22"
}
