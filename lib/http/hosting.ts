/**
 * How the application is hosted: by `foilscope serve`, or as static files under any address
 * (`foilscope export-site`). Both are fixed when it is built.
 */
export const IS_SITE = process.env.NEXT_PUBLIC_FOILSCOPE_SITE === "1";

/** Path that the application stands under: empty at the root of an origin, else as `/a/b`. */
export const BASE_PATH = process.env.NEXT_PUBLIC_FOILSCOPE_BASE ?? "";

/** A path of the page without the base. */
export function withoutBase(pathname: string): string {
  return BASE_PATH !== "" && pathname.startsWith(BASE_PATH)
    ? pathname.slice(BASE_PATH.length) || "/"
    : pathname;
}
