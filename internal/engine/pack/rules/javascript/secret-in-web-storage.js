function remember(user) {
  // ruleid: javascript-secret-in-web-storage
  localStorage.setItem('login', user.password);
  // ruleid: javascript-secret-in-web-storage
  sessionStorage.key = privateKey;
  // ok: javascript-secret-in-web-storage
  localStorage.setItem('theme', user.theme);
  // ok: javascript-secret-in-web-storage
  localStorage.setItem('hasPassword', String(Boolean(user.password)));
}
