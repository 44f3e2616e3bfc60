package facts

import "testing"

func TestIsGuard(t *testing.T) {
	for name, want := range map[string]bool{
		"auth": true, "requireAuth": true, "isAuthenticated": true, "authMiddleware": true, "login_required": true, "requireLogin": true, "ensureLoggedIn": true, "jwt_required": true,
		"verifyToken": true, "verifyJWT": true, "JwtAuthGuard": true, "RolesGuard": true, "IsAdminUser": true, "get_current_user": true, "get_current_active_superuser": true, "CurrentUser": true,
		"checkRole": true, "adminOnly": true, "has_permission": true, "permission_required": true, "requireApiKey": true, "HTTPBearer": true, "oauth2_scheme": true, "OAuth2PasswordBearer": true,
		"denyAll": true, "restrictTo": true, "validateToken": true, "LoginRequiredMixin": true, "bearerAuth": true, "token_required": true, "protect": true, "authenticate": true,
		"author": false, "authors": false, "login": false, "logout": false, "getUser": false, "user": false, "session": false, "jwt_optional": false, "authRoutes": false, "authRouter": false,
		"AuthController": false, "authService": false, "validateUser": false, "createUser": false, "isNotAuthenticated": false, "asyncHandler": false, "limiter": false, "adminRouter": false,
		"listUsers": false, "get_db": false, "SessionDep": false, "bodyParser": false, "redirectIfGuest": false, "": false, "upload": false, "key": false, "currentPage": false,
	} {
		if got := IsGuard(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
