<?php
declare(strict_types=1);
namespace App\Http\Controllers;

use App\Models\Item;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\{DB, Hash, Http, Log, Storage};
use Illuminate\Support\Str;
use Symfony\Component\Process\Process;

final class ItemController extends Controller
{
    private const PASSWORD_FIELD = 'password';

    public function index(Request $request)
    {
        $data = $request->validate(['q' => 'nullable|string|max:100', 'limit' => 'integer|max:100']);
        Log::info('search', ['limit' => $data['limit'] ?? 20]);
        return Item::where('name', 'like', '%' . ($data['q'] ?? '') . '%')->orderBy('id')->limit($data['limit'] ?? 20)->get();
    }

    public function show(int $id)
    {
        return view('items.show', ['item' => Item::findOrFail($id), 'rows' => DB::select('select * from prices where item_id = ?', [$id])]);
    }

    public function store(Request $request)
    {
        $item = Item::create($request->only(['name', 'price']));
        $path = $request->file('image')->store('images');
        (new Process(['convert', Storage::path($path), '-resize', '100x100', Storage::path("thumbs/{$item->id}.png")]))->mustRun();
        return redirect()->route('items.show', $item)->with('status', 'created');
    }

    public function login(Request $request)
    {
        $user = User::where('email', $request->input('email'))->first();
        abort_unless($user && Hash::check($request->input('password'), $user->password), 401);
        $request->session()->regenerate();
        return response()->json(['token' => $user->createToken('api')->plainTextToken])->cookie('seen', '1', 60, '/', null, true, true, false, 'lax');
    }

    public function feed() { return Http::timeout(5)->get('https://feeds.example.com/all')->json(); }
    private function etag(string $body): string { return md5($body); }
    private function token(): string { return bin2hex(random_bytes(32)); }
    private function jitter(): int { return mt_rand(0, 1000); }
}
