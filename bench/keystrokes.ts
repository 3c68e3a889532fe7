// What is measured: a person who types in a query of some 10 kilobytes, with a small catalog and a very large one.
import { createLanguageService, type LanguageService } from "../src/exports/language-service.ts";
import { type Catalog, createCatalog, print, query, type Term, term, text } from "../src/index.ts";
import { type Figures, measureInTurn, oneOf } from "./harness.ts";
import { cpu } from "./measure.ts";
import { dateValue, phrase, word } from "./names.ts";
import { now } from "./now.ts";
import { type Random, random } from "./random.ts";
import type { Row } from "./results.ts";
import { quantile } from "./statistics.ts";

/** The first keystrokes are left out: the catalog is prepared, and the engine warms up. */
const warmUp = 40;

/** What is asked, and how many shapes the catalog has. */
export const keystrokeNames = [
  "diagnostics, 200 names",
  "diagnostics, 100 000 names",
  "completion, 200 names",
  "completion, 100 000 names",
] as const;

/** One of {@link keystrokeNames}. */
export type KeystrokeName = (typeof keystrokeNames)[number];

/** One request of an editor: its result exists only so that nothing is optimised away. */
export type Keystroke = () => Promise<number>;

/** Measures all variants. */
export function measureTyping(): readonly Row[] {
  return measureInTurn(
    "typing",
    keystrokeNames.map((name) => ({ group: "a keystroke", name, args: [name] })),
  );
}

/** Milliseconds of 400 keystrokes: what a person waits, and CPU time, of which nineteen in twenty take less. */
export async function typingWork(args: readonly string[]): Promise<Figures> {
  const times: number[] = [];
  const costs: number[] = [];
  for (const ask of keystrokesOf(oneOf(keystrokeNames, args[0]), 400 + warmUp)) {
    const [start, begun] = [performance.now(), cpu()];
    await ask();
    costs.push((cpu() - begun) / 1000);
    times.push(performance.now() - start);
  }
  return { p95: quantile(times.slice(warmUp), 0.95), cpu95: quantile(costs.slice(warmUp), 0.95) };
}

/** A variant: a number of requests, all different, because no editor sends the same one twice. */
export function keystrokesOf(name: KeystrokeName, count: number): readonly Keystroke[] {
  const size = name.endsWith("100 000 names") ? 100_000 : 200;
  const names = shapeNames(size);
  const service = createLanguageService({ catalog: catalogOf(names), now });
  const long = longQuery(names);
  const from = random(31);
  return Array.from({ length: count }, () =>
    name.startsWith("diagnostics") ? typedIn(service, long, from) : completed(service, names, from),
  );
}

/** So many different names of two words and a number. */
export function shapeNames(size: number): readonly string[] {
  const from = random(32);
  return Array.from({ length: size }, (_, at) => `${phrase(from)} ${String(at)}`);
}

function catalogOf(names: readonly string[]): Catalog {
  const shapes = names.map((name, at) => ({
    id: `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
    name,
  }));
  return createCatalog({ shapes, sources: [{ id: "s", name: "gmail" }], types: ["Person", "Company"] });
}

/** A letter more somewhere in a text: most often a name or a date that is half written. */
function typedIn(service: LanguageService, long: string, from: Random): Keystroke {
  const at = from.between(0, long.length);
  const typed = `${long.slice(0, at)}x${long.slice(at)}`;
  return async () => (await service.diagnostics(typed)).length;
}

/** A query of 10 000 characters: four in ten terms are known names, one in ten is misspelt. */
export function longQuery(names: readonly string[]): string {
  const from = random(33);
  const terms: Term[] = [];
  for (let length = 0; length < 10_000; ) {
    const one = someTerm(names, from);
    terms.push(one);
    length += print(query([one])).length + 1;
  }
  return print(query(terms));
}

function someTerm(names: readonly string[], from: Random): Term {
  const at = from.between(0, 9);
  if (at < 4) return term("shape", from.one(names));
  if (at < 5) return term("shape", misspelt(from.one(names)));
  if (at < 7) return term("type", word(from));
  if (at < 8) return term("after", dateValue(from));
  return at < 9 ? term("source", "gmail") : text(word(from));
}

/** Two neighbouring letters change places. */
function misspelt(name: string): string {
  return name.charAt(0) + name.charAt(2) + name.charAt(1) + name.slice(3);
}

/** The beginning of a name, or some letters of it, after a qualifier. */
function completed(service: LanguageService, names: readonly string[], from: Random): Keystroke {
  const name = from.one(names).replaceAll(/[\s"\\]/gu, "");
  const length = from.between(0, 6);
  const letters = name
    .split("")
    .filter(() => from.between(0, 9) < 4)
    .join("")
    .slice(0, length);
  const typed = `type:Person shape:${from.between(0, 9) < 7 ? name.slice(0, length) : letters}`;
  return async () => (await service.complete(typed, typed.length)).length;
}
