const DECIMAL_DIGIT = /^\p{Nd}$/u;

/**
 * The value of a decimal digit of any script. Unicode gives each script its ten digits in a row that
 * starts at zero, so a digit's value is how many digits stand right before it in the code charts,
 * whole rows left out (rows may follow each other without a gap).
 */
function digitValue(codePoint: number): number {
  let before = 0;
  while (DECIMAL_DIGIT.test(String.fromCodePoint(codePoint - before - 1))) before += 1;
  return before % 10;
}

/** A run of decimal digits of any script, in ASCII digits. */
export function asciiDigits(run: string): string {
  if (/^[0-9]*$/.test(run)) return run;
  return Array.from(run, (digit) => digitValue(digit.codePointAt(0) ?? 0)).join("");
}
