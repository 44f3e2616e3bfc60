function login(user, password) {
  // ruleid: javascript-password-logged
  console.log(password);
  // ruleid: javascript-password-logged
  console.info(`login of ${user.name} with ${password}`);
  // ruleid: javascript-password-logged
  logger.debug('key: ' + user.apiKey);
  const seen = { name: user.name, password: password };
  // ruleid: javascript-password-logged
  console.log(seen);
  // ok: javascript-password-logged
  console.log('login of', user.name);
  // ok: javascript-password-logged
  console.log('password is too short');
  // ok: javascript-password-logged
  console.log(password.length);
  // ok: javascript-password-logged
  console.log(hash(password));
  // ok: javascript-password-logged
  console.log(user.passwordHash);
}

async function keys() {
  const count = await ApiKey.destroy({ where: { old: true } });
  // ok: javascript-password-logged
  console.log(`removed ${count}`);
  for (const apiKey of await all()) {
    // ok: javascript-password-logged
    console.log(`moving ${apiKey.id}`);
    // ruleid: javascript-password-logged
    console.log(`moving ${apiKey.value}`);
  }
  // ok: javascript-password-logged
  console.log(`card ending ${cardNumber.substr(-4)}`);
}
