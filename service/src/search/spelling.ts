// How near two spellings are.

const letters = "abcdefghijklmnopqrstuvwxyz";
/** Maximum length: a longer word with one error still shares enough trigrams with the right one. */
const maxEditedLength = 8;

/** All spellings that are one error away from a short word: a letter too many, one missing, another one, or two swapped. */
export function editsOf(word: string): readonly string[] {
  const characters = Array.from(word);
  if (characters.length > maxEditedLength) return [];
  const edits = new Set<string>();
  for (let at = 0; at <= characters.length; at++) {
    const head = characters.slice(0, at).join("");
    const [first = "", second = "", ...rest] = characters.slice(at);
    const tail = rest.join("");
    edits.add(head + second + tail);
    edits.add(head + second + first + tail);
    for (const letter of letters) {
      edits.add(head + letter + first + second + tail);
      edits.add(head + letter + second + tail);
    }
  }
  edits.delete(word);
  return [...edits];
}
