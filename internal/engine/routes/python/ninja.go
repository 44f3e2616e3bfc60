package python

// ninja is Django Ninja. Its prefilter is that of Django.
var ninja = dialect{name: "django-ninja", makers: []string{"NinjaAPI", "NinjaExtraAPI"}, routers: []string{"ninja"}}
