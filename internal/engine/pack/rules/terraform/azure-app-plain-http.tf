resource "azurerm_app_service" "off" {
  # ruleid: terraform-azure-app-plain-http
  https_only = false
}

# ruleid: terraform-azure-app-plain-http
resource "azurerm_linux_web_app" "missing" {
  name = "shop"
}

resource "azurerm_windows_function_app" "on" {
  name = "shop"
  # ok: terraform-azure-app-plain-http
  https_only = true
}

# ok: terraform-azure-app-plain-http
resource "azurerm_app_service_plan" "plan" {
  name = "shop"
}
