// What the three rules about single characters share: finding them in a term, and taking them out.
import type { DiagnosticData } from "../diagnostics/arguments.ts";
import type { Fix } from "../diagnostics/diagnostic.ts";
import type { Term } from "./ast.ts";
import { quoted } from "./escape.ts";
import { isCertainValue } from "./fix-confidence.ts";
import { needsNoQuotes } from "./print.ts";
import { type SyntaxContext, severityFor } from "./rule.ts";

/** The codes of the three rules. */
export type CharacterCode = "invisible-character" | "control-character" | "malformed-unicode";

/** Reports the characters of one class in a term, all of them at once. */
export function reportCharacters(
  code: CharacterCode,
  characters: RegExp,
  term: Term,
  { report, now }: SyntaxContext,
): void {
  const found = term.value.text.match(characters);
  const [character] = found ?? [];
  if (found === null || character === undefined) return;
  const args: DiagnosticData[CharacterCode] = { character, count: found.length };
  const fixes = (): readonly Fix[] => [removal(code, term, characters, now)];
  report(code, term.value.span, () => ({ args, fixes: fixes() }), severityFor(term));
}

/** Replaces the value by one without the characters; preferred where the rest is surely fine. */
function removal(code: CharacterCode, term: Term, characters: RegExp, now: SyntaxContext["now"]): Fix {
  const rest = term.value.text.replace(characters, "");
  const certain = term.kind === "qualified" && isCertainValue(term.qualifier, rest, now);
  const text = term.value.quoted || rest === "" ? quoted(rest) : rest;
  return {
    title: "remove the invisible characters",
    edits: [{ span: term.value.span, text }],
    preferred: code !== "malformed-unicode" && certain && (term.value.quoted || needsNoQuotes(rest)),
  };
}
