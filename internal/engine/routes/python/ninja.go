package python

// ninja is Django Ninja. It shares the prefilter of Django.
var ninja = dialect{name: "django-ninja", makers: []string{"NinjaAPI", "NinjaExtraAPI"}, routers: []string{"ninja"}}
