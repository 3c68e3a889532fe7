// Follows an EBNF grammar over a text, to hold `grammar/cql.ebnf` against the parser.

import type { EbnfExpression, Production } from "../../../scripts/generate/ebnf.ts";

/** A stretch of the text that a production took; `inside` are those of the productions in it. */
export interface Derivation {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly inside: readonly Derivation[];
}

/** What the grammar says in words, as functions: the end of what they take at an offset, or `undefined`. */
export type InWords = ReadonlyMap<string, (text: string, at: number) => number | undefined>;

/** The derivation of a whole text, or `undefined` if the grammar does not take all of it. */
export type Recogniser = (text: string) => Derivation | undefined;

type Step = (text: string, at: number, inside: Derivation[]) => number | undefined;

/** Reads a grammar as it says that it is to be read: the first alternative that fits, as much as possible. */
export function recogniserOf(productions: readonly Production[], inWords: InWords): Recogniser {
  const steps = new Map<string, Step>();
  for (const { name, expression } of productions)
    steps.set(name, named(name, stepOf(expression, steps, inWords)));
  const start = productions[0]?.name ?? "";
  return (text) => {
    const found: Derivation[] = [];
    return steps.get(start)?.(text, 0, found) === text.length ? found[0] : undefined;
  };
}

/** All derivations of productions with one of these names, in the order of the text. */
export function derivationsOf(derivation: Derivation, names: readonly string[]): readonly Derivation[] {
  const inside = derivation.inside.flatMap((part) => derivationsOf(part, names));
  return names.includes(derivation.name) ? [derivation, ...inside] : inside;
}

function named(name: string, step: Step): Step {
  return (text, at, outer) => {
    const inside: Derivation[] = [];
    const end = step(text, at, inside);
    if (end !== undefined) outer.push({ name, start: at, end, inside });
    return end;
  };
}

function stepOf(expression: EbnfExpression, steps: ReadonlyMap<string, Step>, inWords: InWords): Step {
  const of = (inner: EbnfExpression): Step => stepOf(inner, steps, inWords);
  switch (expression.kind) {
    case "terminal":
      return (text, at) => (text.startsWith(expression.text, at) ? at + expression.text.length : undefined);
    case "words":
      return need(inWords.get(expression.text), expression.text);
    case "name":
      // Looked up when it is used: a production may name a later one.
      return (text, at, inside) => need(steps.get(expression.text), expression.text)(text, at, inside);
    case "choice":
      return firstOf(expression.items.map(of));
    case "sequence":
      return allOf(expression.items.map(of));
    case "optional":
      return firstOf([of(expression.item), (_text, at) => at]);
    case "repeated":
      return repeated(of(expression.item));
    case "except":
      return except(of(expression.item), of(expression.but));
  }
}

function need<T>(found: T | undefined, name: string): T {
  if (found === undefined) throw new Error(`the grammar does not define "${name}"`);
  return found;
}

function firstOf(steps: readonly Step[]): Step {
  return (text, at, inside) => {
    const before = inside.length;
    for (const step of steps) {
      const end = step(text, at, inside);
      if (end !== undefined) return end;
      inside.length = before;
    }
    return undefined;
  };
}

function allOf(steps: readonly Step[]): Step {
  return (text, at, inside) => {
    let end: number | undefined = at;
    for (const step of steps) {
      end = step(text, end, inside);
      if (end === undefined) return undefined;
    }
    return end;
  };
}

function repeated(step: Step): Step {
  return (text, at, inside) => {
    let end = at;
    for (;;) {
      const before = inside.length;
      const next = step(text, end, inside);
      if (next === undefined || next === end) {
        inside.length = before;
        return end;
      }
      end = next;
    }
  };
}

function except(step: Step, but: Step): Step {
  return (text, at, inside) => (but(text, at, []) === undefined ? step(text, at, inside) : undefined);
}
