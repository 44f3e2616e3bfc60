resource "azurerm_linux_virtual_machine" "text" {
  # ruleid: terraform-password-in-text
  admin_password = "Tr0ub4dor&3.test"
}

resource "aws_redshift_cluster" "text" {
  # ruleid: terraform-password-in-text
  master_password = "Tr0ub4dor&3.test"
}

resource "azurerm_linux_virtual_machine" "given" {
  # ok: terraform-password-in-text
  admin_password = var.admin_password
}

resource "aws_redshift_cluster" "made" {
  # ok: terraform-password-in-text
  master_password = "${random_password.redshift.result}"
}

resource "aws_redshift_cluster" "kept" {
  # ok: terraform-password-in-text
  manage_master_password = true
}
