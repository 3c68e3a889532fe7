// Strings in code-point order, which JavaScript's `<` is not.

/** Negative, zero or positive as `a` is before, equal to or after `b` by code points. */
export function compareCodePoints(a: string, b: string): number {
  for (let at = 0; ; at++) {
    const left = a.codePointAt(at) ?? -1;
    const right = b.codePointAt(at) ?? -1;
    if (left !== right || left === -1) return left - right;
  }
}
