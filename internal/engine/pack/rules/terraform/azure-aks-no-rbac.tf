resource "azurerm_kubernetes_cluster" "off" {
  # ruleid: terraform-azure-aks-no-rbac
  role_based_access_control_enabled = false
}

resource "azurerm_kubernetes_cluster" "old" {
  role_based_access_control {
    # ruleid: terraform-azure-aks-no-rbac
    enabled = false
  }
}

resource "azurerm_kubernetes_cluster" "on" {
  # ok: terraform-azure-aks-no-rbac
  role_based_access_control_enabled = true
  addon_profile {
    kube_dashboard {
      # ok: terraform-azure-aks-no-rbac
      enabled = false
    }
  }
}
