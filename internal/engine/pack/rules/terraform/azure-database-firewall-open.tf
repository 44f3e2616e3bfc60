resource "azurerm_mssql_firewall_rule" "all" {
  # ruleid: terraform-azure-database-firewall-open
  start_ip_address = "0.0.0.0"
  end_ip_address   = "255.255.255.255"
}

resource "azurerm_postgresql_flexible_server_firewall_rule" "all" {
  end_ip_address = "255.255.255.255"
  # ruleid: terraform-azure-database-firewall-open
  start_ip_address = "0.0.0.0"
}

resource "azurerm_redis_firewall_rule" "all" {
  # ruleid: terraform-azure-database-firewall-open
  start_ip = "0.0.0.0"
  end_ip   = "255.255.255.255"
}

resource "azurerm_mssql_firewall_rule" "office" {
  # ok: terraform-azure-database-firewall-open
  start_ip_address = "203.0.113.7"
  end_ip_address   = "203.0.113.7"
}

resource "azurerm_mssql_firewall_rule" "services_of_azure" {
  # ok: terraform-azure-database-firewall-open
  start_ip_address = "0.0.0.0"
  end_ip_address   = "0.0.0.0"
}
