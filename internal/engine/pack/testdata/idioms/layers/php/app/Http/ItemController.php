<?php
namespace App\Http;
use App\Services\ItemService;
use App\Services\Columns;
use Illuminate\Http\Request;
class ItemController {
    public function __construct(private ItemService $items) {}
    public function index(Request $request) { return $this->items->byName($request->input('name')); }
    public function sorted(Request $request) { return $this->items->sorted(Columns::check($request->input('sort'))); }
    public function page(Request $request) { return $this->items->page((int) $request->input('page')); }
}
