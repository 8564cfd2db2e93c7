"use client";
import { BASE_PATH } from "@/lib/http/hosting";

/** The last resort, when not even the shell can be drawn: without styles or providers. */
export default function GlobalError({ error }: { readonly error: Error }) {
  return (
    <html lang="en">
      <body style={{ fontFamily: "system-ui, sans-serif", margin: "3rem auto", maxWidth: "40rem" }}>
        <h1>Foilscope could not be drawn</h1>
        <p>{error.message}</p>
        <p>
          {/* A full load, on purpose: what is in memory is not to be trusted. */}
          <button type="button" onClick={() => window.location.assign(`${BASE_PATH}/overview`)}>
            Load the overview
          </button>
        </p>
      </body>
    </html>
  );
}
