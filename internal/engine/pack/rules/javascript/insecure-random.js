function resetToken() {
  // ruleid: javascript-insecure-random
  return Math.random().toString(36).slice(2) + Date.now().toString(36);
}
// ruleid: javascript-insecure-random
const password = Math.random().toString(36).slice(-8);
const makeOtp = () => {
  // ruleid: javascript-insecure-random
  return Math.floor(Math.random() * 1000000);
};
// ok: javascript-insecure-random
const colour = Math.floor(Math.random() * 255);
// ok: javascript-insecure-random
const token = crypto.randomBytes(16).toString('hex');
function shuffle(list) {
  // ok: javascript-insecure-random
  return list.sort(() => Math.random() - 0.5);
}
