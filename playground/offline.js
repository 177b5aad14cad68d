// Keeps the page on this machine, so that it works without a network. What the host has is newer, and comes first.

const KEPT = "schedcfg", FILES = {{ files }};

self.addEventListener("install", event => event.waitUntil(caches.open(KEPT).then(kept => kept.addAll(FILES)).then(() => self.skipWaiting())));
self.addEventListener("activate", event => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", event => {
  // Schedulers are kept by who asks for them: `scheduler.js`.
  if (event.request.method === "GET" && !new URL(event.request.url).pathname.endsWith(".gz")) event.respondWith(answer(event.request));
});

async function answer(request) {
  const kept = await caches.open(KEPT);
  try {
    const response = await fetch(request);
    if (response.ok) await kept.put(request, response.clone());
    return response;
  } catch (error) {
    const found = await kept.match(request, { ignoreSearch: true });
    if (found) return found;
    throw error;
  }
}
