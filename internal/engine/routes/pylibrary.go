package routes

import "strings"

// pyLibraryClass returns a class of a library by its name, and the guard that it is.
func pyLibraryClass(name string) (c *class, guards []string) {
	if strings.HasSuffix(name, "LoginRequiredMixin") || strings.HasSuffix(name, "PermissionRequiredMixin") || name == "UserPassesTestMixin" || name == "AccessMixin" {
		guards = []string{name}
	}
	return pyLibraryClasses[name], guards
}

// pyLibraryClasses are the classes of libraries by name: which methods they answer to.
var pyLibraryClasses = func() map[string]*class {
	out := map[string]*class{}
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
		c := &class{views: map[string]view{}, order: strings.Fields(views)}
		for _, v := range c.order {
			c.views[v] = view{}
		}
		out[name] = c
	}
	return out
}()
