import type { EmbeddedFont } from "./compose";

interface FontFile {
  readonly address: URL;
  readonly weight: 400 | 600;
  readonly unicodeRange: string;
  /** Whether a text holds a sign that this file alone draws. */
  readonly needed: (text: string) => boolean;
  /** A sign that it draws. */
  readonly sample: string;
}

const LATIN =
  "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD";
const LATIN_EXT = "U+0100-0130,U+0132-0151,U+0154-02BA,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB";
const GREEK = "U+0370-03FF";

const always = () => true;
const extended = (text: string) =>
  /[\u0100-\u0130\u0132-\u0151\u0154-\u02BA\u1E00-\u1EFF]/u.test(text);
const greek = (text: string) => /[\u0370-\u03FF]/u.test(text);

/** Addresses are written out in full: the bundler reads them. */
const FILES: readonly FontFile[] = [
  {
    address: new URL("@fontsource/inter/files/inter-latin-400-normal.woff2", import.meta.url),
    weight: 400,
    unicodeRange: LATIN,
    needed: always,
    sample: "M",
  },
  {
    address: new URL("@fontsource/inter/files/inter-latin-600-normal.woff2", import.meta.url),
    weight: 600,
    unicodeRange: LATIN,
    needed: always,
    sample: "M",
  },
  {
    address: new URL("@fontsource/inter/files/inter-latin-ext-400-normal.woff2", import.meta.url),
    weight: 400,
    unicodeRange: LATIN_EXT,
    needed: extended,
    sample: "Ğ",
  },
  {
    address: new URL("@fontsource/inter/files/inter-latin-ext-600-normal.woff2", import.meta.url),
    weight: 600,
    unicodeRange: LATIN_EXT,
    needed: extended,
    sample: "Ğ",
  },
  {
    address: new URL("@fontsource/inter/files/inter-greek-400-normal.woff2", import.meta.url),
    weight: 400,
    unicodeRange: GREEK,
    needed: greek,
    sample: "Δ",
  },
];

function base64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

async function load(file: FontFile): Promise<EmbeddedFont> {
  const response = await fetch(file.address);
  if (!response.ok) {
    throw new Error(
      `the figure's font could not be read (HTTP ${response.status}); reload the page`,
    );
  }
  const data = base64(new Uint8Array(await response.arrayBuffer()));
  const { weight, unicodeRange, sample } = file;
  return { family: "Inter", weight, data, unicodeRange, sample };
}

const loaded = new Map<FontFile, Promise<EmbeddedFont>>();

/**
 * The fonts that a figure's text needs, from our own origin, each fetched once. Hangul is left to the
 * reader's own fonts: a Korean face would weigh megabytes in every figure.
 * @throws Error when a font cannot be fetched.
 */
export async function figureFonts(text: string): Promise<EmbeddedFont[]> {
  const files = FILES.filter((file) => file.needed(text));
  return Promise.all(
    files.map((file) => {
      const known = loaded.get(file);
      if (known) return known;
      const font = load(file);
      loaded.set(file, font);
      // A failed fetch must not be remembered as the answer.
      font.catch(() => loaded.delete(file));
      return font;
    }),
  );
}
