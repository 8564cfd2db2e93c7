import type { NextConfig } from "next";
import { securityHeaders } from "./lib/http/security-headers";

/** Static pages (`foilscope export-site`): routes and the front door need a server. */
const site: NextConfig =
  process.env.NEXT_PUBLIC_FOILSCOPE_SITE === "1"
    ? {
        output: "export",
        pageExtensions: ["tsx"],
        basePath: process.env.NEXT_PUBLIC_FOILSCOPE_BASE,
        headers: undefined,
      }
    : {};

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // A filter change renders what changed alone: charts and tables are kept until their rows come.
  reactCompiler: true,
  // A native module cannot be bundled.
  serverExternalPackages: ["@duckdb/node-api"],
  // `npm test` checks types; the first `npm start` need not wait for it again.
  typescript: { ignoreBuildErrors: true },
  headers: () =>
    Promise.resolve([
      { source: "/:path*", headers: securityHeaders(process.env.NODE_ENV === "development") },
    ]),
  ...site,
};
export default config;
