from flask import Flask, request

from shop.models import User, UserSchema

app = Flask(__name__)


@app.post("/users")
def create():
    body = request.get_json()
    # ruleid: python-mass-assignment
    user = User(**body)
    # ok: python-mass-assignment
    user = User(name=body["name"])
    # ok: python-mass-assignment
    user = User(**UserSchema().load(body))
    fields = {"kind": "guest"}
    fields["name"] = body["name"]
    # ok: python-mass-assignment
    user = User(**fields)
    for key, value in body.items():
        # ruleid: python-mass-assignment
        setattr(user, key, value)
    for key in ("name", "email"):
        # ok: python-mass-assignment
        setattr(user, key, body[key])
    return "ok"


def update(request, pk):
    # ruleid: python-mass-assignment
    User.objects.create(**request.data)
    # ok: python-mass-assignment
    User.objects.create(name=request.data["name"])


def check(request):
    form = UserForm(request.POST)
    serializer = UserSerializer(data=request.data)
    # ok: python-mass-assignment
    user = User(**form.cleaned_data)
    # ok: python-mass-assignment
    user = User(**form.data)
    # ok: python-mass-assignment
    return User.objects.create(**serializer.validated_data)


def rename(request, device):
    names = [f for f in request.POST.getlist("fields") if RENAMED and f in RENAMED]
    for name in names:
        # ok: python-mass-assignment
        setattr(device, name, "x")
    for name in request.POST.getlist("fields"):
        # ruleid: python-mass-assignment
        setattr(device, name, "x")
