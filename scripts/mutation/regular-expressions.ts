// Mistakes in regular expressions: an anchor, a quantifier, a class or an alternative that is not as it was.

/** The literal with one mistake, for each that is a regular expression too. */
export function wrongPatterns(literal: string): readonly string[] {
  const end = literal.lastIndexOf("/");
  const [pattern, flags] = [literal.slice(1, end), literal.slice(end + 1)];
  const found = new Set<string>();
  for (const piece of pattern.matchAll(pieces)) {
    for (const other of othersOf(piece[0])) {
      const wrong = pattern.slice(0, piece.index) + other + pattern.slice(piece.index + piece[0].length);
      if (wrong !== pattern && isPattern(wrong, flags)) found.add(`/${wrong}/${flags}`);
    }
  }
  if (flags.includes("i")) found.add(`/${pattern}/${flags.replace("i", "")}`);
  return [...found];
}

/** A class as a whole, an escape, a group's opening, a quantifier, an anchor, or any other character. */
const pieces =
  /\[(?:\\.|[^\]\\])*\]|\\[pPu]\{[^}]*\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\.|\(\?[:=!]|\{\d+,?\d*\}|[^]/giu;

function othersOf(piece: string): readonly string[] {
  if (piece.startsWith("[")) return [piece.startsWith("[^") ? `[${piece.slice(2)}` : `[^${piece.slice(1)}`];
  if (/^\\[dDsSwWpP]/u.test(piece)) return [`\\${swapCase(piece.charAt(1))}${piece.slice(2)}`];
  if (piece.startsWith("{")) return ["", ...lessOrMore(piece)];
  return others.get(piece) ?? [];
}

const others: ReadonlyMap<string, readonly string[]> = new Map([
  ["^", [""]],
  ["$", [""]],
  ["+", [""]],
  ["*", ["", "+"]],
  ["?", [""]],
]);

/** `{2,}` made `{1,}` and `{3,}`, `{1,3}` made `{1,2}` and `{1,4}`. */
function lessOrMore(quantifier: string): readonly string[] {
  const [, before = "", last = "0", after = ""] = /^(.*?)(\d+)(,?\})$/u.exec(quantifier) ?? [];
  return [Number(last) - 1, Number(last) + 1].map((count) => `${before}${String(count)}${after}`);
}

function swapCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}

function isPattern(pattern: string, flags: string): boolean {
  try {
    return new RegExp(pattern, flags).source !== "";
  } catch {
    return false;
  }
}
