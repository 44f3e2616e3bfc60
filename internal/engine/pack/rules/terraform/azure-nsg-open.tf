resource "azurerm_network_security_rule" "bad" {
  direction = "Inbound"
  access    = "Allow"
  # ruleid: terraform-azure-nsg-open
  source_address_prefix  = "*"
  destination_port_range = "22"
}

resource "azurerm_network_security_group" "rules" {
  security_rule {
    direction              = "Inbound"
    access                 = "Allow"
    destination_port_range = "3389"
    # ruleid: terraform-azure-nsg-open
    source_address_prefix = "Internet"
  }
  security_rule {
    direction              = "Inbound"
    access                 = "Allow"
    destination_port_range = "443"
    # ok: terraform-azure-nsg-open
    source_address_prefix = "Internet"
  }
  security_rule {
    direction              = "Inbound"
    access                 = "Deny"
    destination_port_range = "*"
    # ok: terraform-azure-nsg-open
    source_address_prefix = "*"
  }
}

resource "azurerm_network_security_rule" "good" {
  direction = "Inbound"
  access    = "Allow"
  # ok: terraform-azure-nsg-open
  source_address_prefix  = "10.20.0.0/16"
  destination_port_range = "22"
}
