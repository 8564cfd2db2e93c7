/**
 * Where the data of a static site lie, beside its pages. Texts are spread over small files, so that
 * opening one response fetches a few of them and not all.
 */
export const SITE_DATA = "data";
export const SITE_SNAPSHOT = `${SITE_DATA}/snapshot.json`;
export const SITE_TEXTS = `${SITE_DATA}/texts`;
export const SITE_TEXTS_INDEX = `${SITE_TEXTS}/index.json`;
