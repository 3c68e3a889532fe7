// Draws the productions of the grammar as railroad diagrams.

import railroad, { type Drawing, type Item } from "railroad-diagrams";
import type { EbnfExpression, Production } from "./ebnf.ts";

/** One production, drawn. */
export interface Diagram extends Production {
  readonly drawing: Drawing;
  readonly width: number;
  readonly height: number;
}

/** A drawing for each production. */
export function drawn(productions: readonly Production[]): readonly Diagram[] {
  return productions.map((production) => {
    const drawing = railroad.Diagram(draw(production.expression)).format(margin, margin, margin, margin);
    const { width, height } = drawing.attrs;
    return { ...production, drawing, width: Number(width), height: Number(height) };
  });
}

/** The colours of a page or a picture. */
export interface Palette {
  readonly page: string;
  readonly ink: string;
  readonly quiet: string;
  readonly rule: string;
  readonly word: string;
  readonly name: string;
}

/** A style sheet by day and by night. Written out twice, as not every viewer of pictures knows variables. */
export function styleSheet(rules: (palette: Palette) => string, common: string): string {
  return `
${diagramFonts}
${common}
${diagramColours(day)}
${rules(day)}
@media (prefers-color-scheme: dark) {
${diagramColours(night)}
${rules(night)}
}
`;
}

const day: Palette = {
  page: "#ffffff",
  ink: "#1f2328",
  quiet: "#59636e",
  rule: "#d1d9e0",
  word: "#dafbe1",
  name: "#ddf4ff",
};

const night: Palette = {
  page: "#0d1117",
  ink: "#f0f6fc",
  quiet: "#9198a1",
  rule: "#3d444d",
  word: "#12401f",
  name: "#0c3559",
};

const diagramFonts = `.railroad-diagram path { fill: none; stroke-width: 2; }
.railroad-diagram rect { stroke-width: 1.5; }
.railroad-diagram text { font: 13px Menlo, Consolas, "DejaVu Sans Mono", monospace; text-anchor: middle; }
.railroad-diagram text.comment { font: italic 13px "Segoe UI", "Helvetica Neue", "DejaVu Sans", sans-serif; }`;

function diagramColours({ ink, quiet, word, name }: Palette): string {
  return `.railroad-diagram path { stroke: ${quiet}; }
.railroad-diagram rect { fill: ${name}; stroke: ${quiet}; }
.railroad-diagram .terminal rect { fill: ${word}; }
.railroad-diagram text { fill: ${ink}; }
.railroad-diagram text.comment { fill: ${quiet}; }`;
}

const margin = 12;

function draw(expression: EbnfExpression): Item {
  switch (expression.kind) {
    case "terminal":
      return as("terminal", railroad.Terminal(expression.text));
    case "name":
      return as("name", railroad.NonTerminal(expression.text));
    case "words":
      return railroad.Comment(expression.text);
    case "sequence":
      return railroad.Sequence(...expression.items.map(draw));
    case "choice":
      return railroad.Choice(0, ...expression.items.map(draw));
    case "optional":
      return railroad.Optional(draw(expression.item));
    case "repeated":
      return railroad.ZeroOrMore(draw(expression.item));
    case "except":
      return as(
        "name",
        railroad.NonTerminal(`${wordsOf(expression.item)} but not ${wordsOf(expression.but)}`),
      );
  }
}

function as(kind: string, item: Item): Item {
  item.attrs["class"] = kind;
  return item;
}

function wordsOf(expression: EbnfExpression): string {
  if (!("text" in expression)) throw new Error("only single symbols can be drawn with 'but not'");
  return expression.text;
}
