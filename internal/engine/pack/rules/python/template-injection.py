import jinja2
from flask import Flask, render_template_string, request
from mako.template import Template

app = Flask(__name__)
LABEL = "<h1>%s</h1>{{ price }}"


@app.get("/label")
def label():
    headline = request.args.get("headline")
    # ruleid: python-template-injection
    render_template_string(LABEL % headline, price=3)
    # ruleid: python-template-injection
    jinja2.Template("Hello " + headline).render()
    # ruleid: python-template-injection
    jinja2.Environment().from_string(f"Hello {headline}")
    # ruleid: python-template-injection
    Template(headline).render()
    # ok: python-template-injection
    jinja2.Template("Hello {{ name }}").render(name=headline)
    # ok: python-template-injection
    return render_template_string("<h1>{{ headline }}</h1>", headline=headline)
