import jinja2

# ruleid: python-autoescape-off
env = jinja2.Environment(loader=None, autoescape=False)
# ok: python-autoescape-off
env = jinja2.Environment(autoescape=True)
# ok: python-autoescape-off
env = jinja2.Environment(autoescape=jinja2.select_autoescape())

# ruleid: python-autoescape-off
aiohttp_jinja2.setup(app, loader=loader, autoescape=False)
# ok: python-autoescape-off
aiohttp_jinja2.setup(app, loader=loader)
