# numbers are harmless
class Item(BaseModel):
    id: int
    name: str
    price: Optional[float] = None
    tags: list[int]
    words: list[str]
    pair: tuple[int, str]

def view(evil: Item):  # parameter
    sink(evil.id)  # alone
    sink(evil.name)  # flow
    sink(evil.price)  # alone
    sink(evil.tags)  # alone
    sink(evil.words)  # flow
    sink(evil.pair)  # flow
    sink(evil)  # flow
