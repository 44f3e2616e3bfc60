resource "azurerm_linux_virtual_machine" "password" {
  # ruleid: terraform-azure-vm-password-login
  disable_password_authentication = false
}

resource "azurerm_virtual_machine" "old" {
  os_profile_linux_config {
    # ruleid: terraform-azure-vm-password-login
    disable_password_authentication = false
  }
}

resource "azurerm_linux_virtual_machine" "key" {
  # ok: terraform-azure-vm-password-login
  disable_password_authentication = true
}
