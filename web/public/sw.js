// The offline shell: the page and the scripts it has used come from the cache when the network is gone.
// Nothing under /api is ever kept.
const SHELL = 'ludarium-shell-1';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) => cache.addAll(['/', '/icon.svg', '/manifest.webmanifest']))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

async function keep(request, response) {
  if (response.ok) await (await caches.open(SHELL)).put(request, response.clone());
  return response;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') {
    // Every address is the same page.
    event.respondWith(fetch(request).then((response) => keep('/', response)).catch(() => caches.match('/')));
  } else if (url.pathname.startsWith('/assets/')) {
    // Their names change with their content.
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request).then((response) => keep(request, response))));
  } else {
    event.respondWith(fetch(request).then((response) => keep(request, response)).catch(() => caches.match(request)));
  }
});
