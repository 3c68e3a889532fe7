// Numbers in JSON: which ones a double holds exactly as written, and which ones PostgreSQL writes with many more digits.

/** A double holds every number with up to this many significant digits, unless it is smaller than {@link smallestSafe}. */
const safeDigits = 15;
/** Smaller numbers have less precision. */
const smallestSafe = 1e-290;
/** The maximum significant digits of a double; a number written with more is meant to be another one. */
const maxDigits = 17;
/** Maximum characters of a number: programs need 25 for any double. */
const maxLength = 400;

/** PostgreSQL writes numbers without an exponent: those below this have at most 20 digits before the decimal point. */
const tooLarge = 1e20;

/** Whether PostgreSQL would write many more digits than JSON: `1e308` has five characters, and then 309. */
export function isOutOfScale(value: number): boolean {
  return Math.abs(value) >= tooLarge;
}

/** Whether a number would silently change. */
export function isRounded(written: string): boolean {
  const value = Number(written);
  if (written.length <= safeDigits && Math.abs(value) >= smallestSafe) return false;
  const kept = String(value);
  // The common case: programs write a double like JavaScript.
  if (kept === written || !Number.isFinite(value)) return false;
  if (written.length > maxLength) return true;
  const digits = digitsOf(written);
  if (digits === digitsOf(kept)) return false;
  // Many programs write a fraction with all digits of a double, although fewer would identify it.
  return Number.isInteger(value) || digits.indexOf("e") > maxDigits;
}

/** The significant digits and the exponent, normalized. */
function digitsOf(written: string): string {
  const [, whole = "", fraction = "", exponent = "0"] =
    /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(written) ?? [];
  const all = (whole + fraction).replace(/^0+/, "");
  let end = all.length;
  while (all[end - 1] === "0") end--;
  const scale = Number(exponent) - fraction.length + all.length - end;
  return end === 0 ? "0" : `${all.slice(0, end)}e${scale}`;
}
