/**
 * Nothing is loaded from, or sent to, another origin. Inline scripts are Next's own bootstrap;
 * WebAssembly is DuckDB; styles are inline where React sets them on SVG.
 */
const POLICY = {
  "default-src": "'self'",
  "script-src": "'self' 'unsafe-inline' 'wasm-unsafe-eval'",
  "worker-src": "'self'",
  "connect-src": "'self'",
  "style-src": "'self' 'unsafe-inline'",
  "img-src": "'self' data: blob:",
  "font-src": "'self' data:",
  "object-src": "'none'",
  "base-uri": "'self'",
  "form-action": "'self'",
  "frame-ancestors": "'self'",
} as const;

/**
 * The policy of a static site, which has no headers of its own: a meta element says it. Frames are
 * left to the host, since a meta element cannot speak of them.
 */
export const SITE_POLICY = Object.entries(POLICY)
  .filter(([directive]) => directive !== "frame-ancestors")
  .map(([directive, sources]) => `${directive} ${sources}`)
  .join("; ");

/**
 * Headers of every response, pages, data and assets alike: a worker lives under the policy that its
 * own script came with.
 * @param development React's development build evaluates code to name stack frames.
 */
export function securityHeaders(development: boolean): { key: string; value: string }[] {
  const policy = development
    ? { ...POLICY, "script-src": `${POLICY["script-src"]} 'unsafe-eval'` }
    : POLICY;
  const value = Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join("; ");
  return [
    { key: "Content-Security-Policy", value },
    { key: "X-Content-Type-Options", value: "nosniff" },
    { key: "Referrer-Policy", value: "no-referrer" },
    { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
    { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=()" },
  ];
}
