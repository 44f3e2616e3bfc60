#include <string>
#include <vector>

namespace shop {

// A stack of anything.
template <typename T>
class Stack {
 public:
  explicit Stack(std::size_t n) : items_(n) {}
  void push(T &&item) { items_.push_back(std::move(item)); }
  bool operator==(const Stack &other) const = default;

 private:
  std::vector<T> items_;
};

}  // namespace shop

int main() {
  shop::Stack<std::string> s(2);
  auto add = [&s](const char *text) -> void { s.push(std::string{text}); };
  for (const auto &word : {"a", "b"}) add(word);
  int *p = new int[3];
  delete[] p;
  return R"(raw)" == nullptr ? 1 : 0;
}
