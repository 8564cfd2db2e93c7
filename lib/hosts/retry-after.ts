/** What JavaScript reads as a date is much: "-3" is the year 2001. HTTP dates begin with a day's name. */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? /;

function dateOf(text: string | null): number | null {
  const date = text !== null && HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : date;
}

function numberOf(text: string | null): number | null {
  return text !== null && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : null;
}

/**
 * Milliseconds from an HTTP date. The host's own clock (its Date header) counts where it tells it:
 * ours may differ by more than the wait.
 */
function untilDate(text: string | null, hostDate: string | null, now: number): number | null {
  const date = dateOf(text);
  return date === null ? null : Math.max(0, date - (dateOf(hostDate) ?? now));
}

/**
 * How long a host asks to be left alone, in milliseconds: `Retry-After` in seconds or as an HTTP
 * date (RFC 9110, 10.2.3), or `retry-after-ms`; the longer where it says both. Null where it says
 * nothing that can be read.
 */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const text = headers.get("retry-after");
  const seconds = numberOf(text);
  const said = [
    seconds === null ? untilDate(text, headers.get("date"), now) : seconds * 1000,
    numberOf(headers.get("retry-after-ms")),
  ].filter((ms) => ms !== null);
  return said.length === 0 ? null : Math.max(...said);
}
