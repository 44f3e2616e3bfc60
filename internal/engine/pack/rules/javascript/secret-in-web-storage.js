function remember(user) {
  // ruleid: javascript-secret-in-web-storage
  localStorage.setItem('login', user.password);
  // ruleid: javascript-secret-in-web-storage
  sessionStorage.key = privateKey;
  // ruleid: javascript-secret-in-web-storage
  sessionStorage.setItem('password', form.value);
  // ok: javascript-secret-in-web-storage
  sessionStorage.setItem('password', encrypt(form.value));
  // ok: javascript-secret-in-web-storage
  localStorage.setItem('theme', user.theme);
  // ok: javascript-secret-in-web-storage
  localStorage.setItem('hasPassword', String(Boolean(user.password)));
}
