function merge(to, from) {
  for (const key in from) {
    if (from.hasOwnProperty(key)) {
      if (to[key] && typeof to[key] === 'object') {
        // ruleid: javascript-prototype-polluting-merge
        merge(to[key], from[key]);
      } else {
        to[key] = from[key];
      }
    }
  }
  return to;
}

const mergeDeep = function (to, from) {
  Object.keys(from).forEach((key) => {
    if (isObject(from[key])) {
      // ruleid: javascript-prototype-polluting-merge
      to[key] = mergeDeep(to[key], from[key]);
    } else {
      to[key] = from[key];
    }
  });
  return to;
};

const deepMerge = (to, from) => {
  for (const key of Object.keys(from)) {
    if (isPlainObject(from[key])) {
      if (!to[key]) to[key] = {};
      // ruleid: javascript-prototype-polluting-merge
      deepMerge(to[key], from[key]);
    } else {
      to[key] = from[key];
    }
  }
};

function mergeSafely(to, from) {
  for (const key in from) {
    if (key === '__proto__' || key === 'constructor') continue;
    if (to[key]) {
      // ok: javascript-prototype-polluting-merge
      mergeSafely(to[key], from[key]);
    } else {
      to[key] = from[key];
    }
  }
}

function mergeOwn(to, from) {
  for (const key in from) {
    if (Object.hasOwn(to, key)) {
      // ok: javascript-prototype-polluting-merge
      mergeOwn(to[key], from[key]);
    } else {
      to[key] = from[key];
    }
  }
}

function mergeCounts(list) {
  const all = {};
  for (const key in list) {
    // ok: javascript-prototype-polluting-merge
    all[key] = mergeCounts(list[key]);
  }
  return all;
}
