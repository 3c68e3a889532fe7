// Whether a term is a quote that is never closed.
import type { Term } from "./ast.ts";
import { closingQuote } from "./escape.ts";

/** Whether a term that was read from this text lacks its closing quote. Then it is the last term. */
export function isUnterminated(text: string, { value }: Term): boolean {
  return value.quoted && value.span.end === text.length && closingQuote(text, value.span.start + 1) < 0;
}
