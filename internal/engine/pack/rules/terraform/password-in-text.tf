resource "azurerm_linux_virtual_machine" "text" {
  # ruleid: terraform-password-in-text
  admin_password = "Tr0ub4dor&3.test"
}

resource "aws_redshift_cluster" "text" {
  # ruleid: terraform-password-in-text
  master_password = "Tr0ub4dor&3.test"
}

resource "aws_db_instance" "text" {
  # ruleid: terraform-password-in-text
  password = "Tr0ub4dor&3.test"
}

variable "db_password" {
  type = string
  # ruleid: terraform-password-in-text
  default = "Tr0ub4dor3"
}

variable "password_length" {
  # ok: terraform-password-in-text
  default = "twelve"
}

variable "admin_password" {
  # ok: terraform-password-in-text
  default = ""
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
