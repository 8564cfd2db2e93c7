// Runs ahead of DuckDB's own worker script, whose address is the fragment of this one's. DuckDB does
// not catch a failed compilation of its wasm: thrown again here, the page hears of it, and says so,
// where it would otherwise wait for ever.
self.addEventListener("unhandledrejection", (event) => {
  throw event.reason;
});
importScripts(self.location.hash.slice(1));
