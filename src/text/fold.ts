// A text as people search for it: case, accents and kinds of white space weigh nothing.

/** Lower case, without accents, white space as one kind. */
export function foldName(name: string): string {
  const lower = /^[\0-\x7f]*$/u.test(name) ? name.toLowerCase() : foldLetters(name);
  return lower.replace(/\s/gu, " ");
}

/** The same, with one space for each run of white space. */
export function foldWords(name: string): string {
  return foldName(name).replace(/ {2,}/gu, " ");
}

/** A sigma at the end of a word is the same letter inside a longer word. A text of nothing but accents keeps them. */
function foldLetters(name: string): string {
  const letters = name.normalize("NFKD").replace(/\p{M}/gu, "");
  return (letters === "" ? name : letters).toLowerCase().replaceAll("ς", "σ");
}
