function numberOf(text: string | null): number | null {
  return text !== null && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : null;
}

/**
 * Milliseconds from an HTTP date. The host's own clock (its Date header) counts where it tells it:
 * ours may differ by more than the wait.
 */
function untilDate(text: string | null, hostDate: string | null, now: number): number | null {
  const date = text === null ? Number.NaN : Date.parse(text);
  if (Number.isNaN(date)) return null;
  const there = hostDate === null ? Number.NaN : Date.parse(hostDate);
  return Math.max(0, date - (Number.isNaN(there) ? now : there));
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
