// Language service: at every offset of a short text every question is answered, inside the text, and edits do what they say.

import { createLanguageService, type LanguageService } from "../../../src/exports/language-service.ts";
import { format, parse, validate } from "../../../src/index.ts";
import { applyEdits, type TextEdit } from "../../../src/text/edits.ts";
import { problemOf, problemOfList } from "../../../test/support/language-service/applied.ts";
import { featuresOf } from "../features.ts";
import { must, mustEqual, type Target } from "../target.ts";
import { repeated, type TextInput, textInputs } from "../texts.ts";
import { worldOf } from "../worlds.ts";

const own: { readonly createLanguageService: typeof createLanguageService } = { createLanguageService };

/** The target. */
export function serviceTarget(kit: typeof own = own): Target<TextInput> {
  return {
    name: "service",
    promise: "answers at every offset, inside the text; edits apply; completion keeps its neighbours",
    ...textInputs(48),
    check: async ({ text, world: number }) => {
      const { catalog, now } = worldOf(number);
      const service = kit.createLanguageService({ catalog, now, timeZone: "Asia/Kathmandu" });
      mustEqual(
        await service.diagnostics(text),
        validate(text, { catalog, now }),
        "diagnostics are those of validate",
      );
      await ofWhole(service, text);
      for (let offset = 0; offset <= text.length; offset++) {
        await at(service, text, offset);
        const items = await service.complete(text, offset);
        const inList = problemOfList({ text, offset, items }, catalog, now);
        must(
          inList === undefined,
          "completions are in order",
          () => `at ${String(offset)}: ${String(inList)}`,
        );
        for (const item of items.slice(0, 4)) {
          const problem = problemOf({ text, offset }, item);
          must(
            problem === undefined,
            "a completion writes what it says and keeps its neighbours",
            () => `${item.label} at ${String(offset)}: ${String(problem)}`,
          );
        }
      }
      const { query, diagnostics } = parse(text);
      return featuresOf(query, diagnostics);
    },
    growth: (input, length) => {
      const { text, world } = repeated(input, length);
      const service = kit.createLanguageService({ ...worldOf(world) });
      return () => [
        service.semanticTokens(text),
        service.documentSymbols(text),
        service.format(text),
        service.selectionRanges(text, text.length >> 1),
      ];
    },
  };
}

async function ofWhole(service: LanguageService, text: string): Promise<void> {
  inOrder(
    service.semanticTokens(text).map(({ span }) => span),
    text,
    "semantic tokens",
  );
  inOrder(
    service.documentSymbols(text).map(({ span }) => span),
    text,
    "symbols",
  );
  mustEqual(edited(text, service.format(text)), format(text), "format edits give what format gives");
  for (const { offset } of await service.inlayHints(text))
    inside({ start: offset, end: offset }, text, "inlay hints");
  for (const { title, edits } of await service.codeActions(text))
    must(edited(text, edits) !== text, "an action changes the text", () => title);
}

async function at(service: LanguageService, text: string, offset: number): Promise<void> {
  const hover = await service.hover(text, offset);
  if (hover !== null) inside(hover.span, text, "hovers");
  for (const { title, edits } of await service.codeActions(text, { start: offset, end: offset }))
    must(edited(text, edits) !== text, "an action changes the text", () => title);
  const ranges = service.selectionRanges(text, offset);
  for (const [index, range] of ranges.entries()) {
    inside(range, text, "selection ranges");
    const inner = ranges[index - 1] ?? { start: offset, end: offset };
    must(range.start <= inner.start && range.end >= inner.end, "selection ranges grow", () =>
      JSON.stringify(ranges),
    );
  }
  const place = service.prepareRename(text, offset);
  const edits = service.rename(text, offset, "New name");
  must((place === null) === (edits === null), "what can be renamed is renamed", () => String(offset));
  if (edits !== null)
    must(validTerms(edited(text, edits)) === validTerms(text), "renaming keeps the terms", () =>
      edited(text, edits),
    );
}

function validTerms(text: string): number {
  return parse(text).query.terms.length;
}

function edited(text: string, edits: readonly TextEdit[]): string {
  for (const { span } of edits) inside(span, text, "edits");
  return applyEdits(text, edits);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function inside({ start, end }: Span, text: string, what: string): void {
  must(
    start >= 0 && start <= end && end <= text.length,
    `${what} are inside the text`,
    () => `${String(start)} to ${String(end)}`,
  );
}

function inOrder(spans: readonly Span[], text: string, what: string): void {
  let last = 0;
  for (const span of spans) {
    inside(span, text, what);
    must(span.start >= last, `${what} are in order`, () => JSON.stringify(spans));
    last = span.end;
  }
}
