// Numbers of JSON: those that a double keeps as they are written, and those that PostgreSQL writes in many more digits.

/** A double keeps each number of so many significant digits, if it is no smaller than {@link smallestSafe}. */
const safeDigits = 15;
/** Smaller numbers may have fewer digits: from here on there are some left. */
const smallestSafe = 1e-290;
/** A double has so many significant digits; what is written with more of them is meant to be another number. */
const maxDigits = 17;
/** Maximum characters of a number: programs need 25 for any double. */
const maxLength = 400;

/** PostgreSQL writes numbers without an exponent: those below this have at most 20 digits before the decimal point. */
const tooLarge = 1e20;

/** Whether PostgreSQL would write many more digits than JSON does: `1e308` is five characters, and then 309. */
export function isOutOfScale(value: number): boolean {
  return Math.abs(value) >= tooLarge;
}

/** Whether a number as it is written would silently become another one. */
export function isRounded(written: string): boolean {
  const value = Number(written);
  if (written.length <= safeDigits && Math.abs(value) >= smallestSafe) return false;
  const kept = String(value);
  // The common case: programs write a double as JavaScript does.
  if (kept === written || !Number.isFinite(value)) return false;
  if (written.length > maxLength) return true;
  const digits = digitsOf(written);
  if (digits === digitsOf(kept)) return false;
  // Many programs write a fraction with all digits that a double may have, though fewer would name it as well.
  return Number.isInteger(value) || digits.indexOf("e") > maxDigits;
}

/** The significant digits and the exponent, in one form for all ways to write a number. */
function digitsOf(written: string): string {
  const [, whole = "", fraction = "", exponent = "0"] =
    /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(written) ?? [];
  const all = (whole + fraction).replace(/^0+/, "");
  let end = all.length;
  while (all[end - 1] === "0") end--;
  const scale = Number(exponent) - fraction.length + all.length - end;
  return end === 0 ? "0" : `${all.slice(0, end)}e${scale}`;
}
