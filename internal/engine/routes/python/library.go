package python

import (
	"strings"

	"vigil/internal/engine/routes/facts"
)

// pyLibraryClass returns a known library class by name, and the guard it implies.
func pyLibraryClass(name string) (c *facts.Class, guards []facts.Guard) {
	full := name
	name = facts.LastName(name)
	if strings.HasSuffix(name, "LoginRequiredMixin") || strings.HasSuffix(name, "PermissionRequiredMixin") || name == "UserPassesTestMixin" || name == "AccessMixin" {
		guards = []facts.Guard{{Name: name, Looks: true, Known: knownGuards[full]}}
	}
	return pyLibraryClasses[name], guards
}

// pyLibraryClasses are library classes by name, with the methods they handle.
var pyLibraryClasses = func() map[string]*facts.Class {
	out := map[string]*facts.Class{}
	for name, views := range map[string]string{
		// Django
		"ListView": "get", "DetailView": "get", "TemplateView": "get", "RedirectView": "get", "ArchiveIndexView": "get", "YearArchiveView": "get", "MonthArchiveView": "get", "DayArchiveView": "get",
		"FormView": "get post", "CreateView": "get post", "UpdateView": "get post", "DeleteView": "get post",
		"LoginView": "get post", "LogoutView": "post", "PasswordChangeView": "get post", "PasswordResetView": "get post",
		// Django REST framework
		"ListAPIView": "get", "CreateAPIView": "post", "RetrieveAPIView": "get", "DestroyAPIView": "delete", "UpdateAPIView": "put patch", "ListCreateAPIView": "get post",
		"RetrieveUpdateAPIView": "get put patch", "RetrieveDestroyAPIView": "get delete", "RetrieveUpdateDestroyAPIView": "get put patch delete",
		"ModelViewSet": "list create retrieve update partial_update destroy", "ReadOnlyModelViewSet": "list retrieve",
		"ListModelMixin": "list", "CreateModelMixin": "create", "RetrieveModelMixin": "retrieve", "UpdateModelMixin": "update partial_update", "DestroyModelMixin": "destroy",
		"ObtainAuthToken": "post", "TokenObtainPairView": "post", "TokenRefreshView": "post", "TokenVerifyView": "post", "SpectacularAPIView": "get", "SpectacularSwaggerView": "get", "SpectacularRedocView": "get",
	} {
		c := &facts.Class{Views: map[string]facts.View{}, Order: strings.Fields(views)}
		for _, v := range c.Order {
			c.Views[v] = facts.View{}
		}
		out[name] = c
	}
	return out
}()
