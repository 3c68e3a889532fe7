// Short texts with pieces of code in them, as plain data and as Markdown.

/**
 * A piece of a paragraph.
 *
 * @example
 * ```ts
 * const pieces: readonly Piece[] = [{ text: "type:", code: true }, { text: " entities of this type" }];
 * ```
 */
export interface Piece {
  /** Plain text, on one line. */
  readonly text: string;
  /** True for what people could have written, and for names: to be shown as code, never as markup. */
  readonly code?: boolean;
}

/** A piece of code. */
export function code(text: string): Piece {
  return { text, code: true };
}

/** A piece of plain text. */
export function plain(text: string): Piece {
  return { text };
}

/** The pieces of a text with code between backticks. */
export function proseOf(text: string): readonly Piece[] {
  return text
    .split(/((?<!`)`+[^`]+`+)/u)
    .filter((part) => part !== "")
    .map((part) => (part.startsWith("`") ? code(part.replaceAll("`", "")) : plain(part)));
}

/** Paragraphs as Markdown. No name can break out of its code span. */
export function markdownOf(paragraphs: readonly (readonly Piece[])[]): string {
  return paragraphs
    .map((pieces) =>
      pieces.map((piece) => (piece.code === true ? codeSpan(piece.text) : piece.text)).join(""),
    )
    .join("\n\n");
}

/** A code span, fenced by more backquotes than the text has in a row, as it ends at the first run of that length. It is never empty: empty backquotes would open a span that ends elsewhere. */
function codeSpan(text: string): string {
  if (/^ *$/u.test(text)) return `\`${text === "" ? " " : text}\``;
  const longest = Math.max(0, ...(text.match(/`+/gu) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const isPadded = text.startsWith("`") || text.endsWith("`") || (text.startsWith(" ") && text.endsWith(" "));
  return isPadded ? `${fence} ${text} ${fence}` : fence + text + fence;
}
