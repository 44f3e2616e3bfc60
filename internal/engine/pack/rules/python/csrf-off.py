from django.views.decorators.csrf import csrf_exempt, csrf_protect
from flask import Flask

app = Flask(__name__)
# ruleid: python-csrf-off
app.config["WTF_CSRF_ENABLED"] = False
# ok: python-csrf-off
app.config["WTF_CSRF_ENABLED"] = True


# ruleid: python-csrf-off
@csrf_exempt
def pay(request):
    return charge(request.POST["card"])


# ok: python-csrf-off
@csrf_protect
def pay_safely(request):
    return charge(request.POST["card"])
