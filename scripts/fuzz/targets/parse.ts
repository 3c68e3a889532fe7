// parse: every character is in one term, spans are exact, and it agrees with a scanner that shares nothing with it.

import { parse, print } from "../../../src/index.ts";
import { flat, UNLIMITED, withoutSpans } from "../../../test/support/compare.ts";
import { type ScannedTerm, scan } from "../../../test/support/scanner.ts";
import { featuresOf } from "../features.ts";
import { must, mustEqual, mustNotThrow, type Target } from "../target.ts";
import { repeated, type TextInput, textInputs } from "../texts.ts";

const own: { readonly parse: typeof parse; readonly print: typeof print } = { parse, print };

/** The target. */
export function parseTarget(kit: typeof own = own): Target<TextInput> {
  const read = (text: string): ReturnType<typeof parse> => kit.parse(text, { limits: UNLIMITED });
  return {
    name: "parse",
    promise: "total, exact spans, as the scanner reads it, print round trip",
    ...textInputs(6000),
    check: ({ text }) => {
      const { query, diagnostics } = mustNotThrow("parse is total", () => read(text));
      mustEqual([query.span.start, query.span.end], [0, text.length], "the query spans the text");
      for (const { span, code } of diagnostics)
        must(isWithin(span, text), "diagnostics are inside", () => `${code} ${JSON.stringify(span)}`);
      const scanned = scan(text);
      mustEqual(flat(query).map(inOneOrder), scanned.map(inOneOrder), "it reads what the scanner reads");
      must(
        scanned.some((term) => term.unterminated === true) ===
          diagnostics.some(({ code }) => code === "unterminated-quote"),
        "an open quote is reported",
        () => text,
      );
      const printed = mustNotThrow("print is total", () => kit.print(query));
      mustEqual(withoutSpans(read(printed).query), withoutSpans(query), "parse(print(q)) is q");
      return featuresOf(query, diagnostics);
    },
    growth: (input, length) => {
      const { text } = repeated(input, length);
      return () => kit.print(read(text).query);
    },
  };
}

function inOneOrder({ kind, qualifier, text, quoted, span, valueSpan }: ScannedTerm): unknown {
  return [kind, qualifier, text, quoted, span.start, span.end, valueSpan.start, valueSpan.end];
}

function isWithin(span: { readonly start: number; readonly end: number }, text: string): boolean {
  return span.start >= 0 && span.start <= span.end && span.end <= text.length;
}
