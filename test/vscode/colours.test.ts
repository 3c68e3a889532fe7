// Checks how queries inside TypeScript, JavaScript and Markdown are coloured, with the grammars that editors use for these.

import javascript from "@shikijs/langs/javascript";
import jsx from "@shikijs/langs/jsx";
import markdown from "@shikijs/langs/markdown";
import tsx from "@shikijs/langs/tsx";
import typescript from "@shikijs/langs/typescript";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import manifest from "../../editors/vscode/package.json" with { type: "json" };
import inFile from "../../grammar/cql.tmLanguage.json" with { type: "json" };
import inMarkdown from "../../grammar/cql-markdown.tmLanguage.json" with { type: "json" };
import inTemplates from "../../grammar/cql-template.tmLanguage.json" with { type: "json" };
import { source } from "../support/arbitraries.ts";
import { patience, runs } from "../support/runs.ts";
import { sequences } from "../support/sequences.ts";
import { type Colour, type Coloured, colourInside, colourWith } from "../support/text-mate.ts";

const hosts = [...typescript, ...tsx, ...javascript, ...jsx, ...markdown];
const grammars = new Map<string, unknown>(
  [...hosts, inFile, inMarkdown, inTemplates].map((grammar) => [grammar.scopeName, grammar]),
);

/** As the manifest has it: what is tried inside a language. */
const injectionsOf = (scopeName: string): readonly string[] =>
  manifest.contributes.grammars
    .filter(({ injectTo = [] }: { injectTo?: string[] }) => injectTo.includes(scopeName))
    .map((grammar) => grammar.scopeName);

const colours = new Map<string, { with: Colour; without: Colour }>();
for (const { scopeName } of [typescript, tsx, javascript, jsx, markdown].map(
  (each) => each.at(-1) ?? inFile,
)) {
  colours.set(scopeName, {
    with: await colourInside(scopeName, grammars, injectionsOf(scopeName)),
    without: await colourInside(scopeName, grammars, []),
  });
}
const plain = await colourWith(inFile, "source.cql-slice");

test("exactly the four languages of templates and Markdown have injections", () => {
  expect([...colours.keys()].map((name) => [name, injectionsOf(name)])).toEqual([
    ["source.ts", ["inline.cql-slice.template"]],
    ["source.tsx", ["inline.cql-slice.template"]],
    ["source.js", ["inline.cql-slice.template"]],
    ["source.js.jsx", ["inline.cql-slice.template"]],
    ["text.html.markdown", ["markdown.cql-slice.codeblock"]],
  ]);
});

describe("a query in a template", () => {
  /** A text in which « and » enclose what is coloured as a query; the values in it are not. */
  const rows: readonly (readonly [language: string, text: string])[] = [
    ["source.ts", "const q = cql`«type:»${x}« after:3mo»`;"],
    ["source.ts", "f(cql`«type:Person»`, cql `«sort:»${a.b}`, 1);"],
    ["source.ts", 'cql`«type:»${names.map((n) => `${n}!`)}«\nshape:"Sales CRM" word»` + `type:Person`;'],
    ["source.ts", 'cql`«shape:"a \\` b\\${c}" x\\`y z»`; type = 1;'],
    ["source.ts", 'cql`«shape:"open»`; let type = "type:Person";'],
    ["source.ts", 'cql`«shape:"a »${b}« c"»`;'],
    ["source.ts", "cql`«$5 \\\\»`;"],
    ["source.ts", "cql`«»`;"],
    ["source.ts", "cql`«type:»${cql`«type:B»`}« x»`;"],
    ["source.ts", "x.cql`type:A`; mycql`type:A`; sql`type:A`; $cql`type:A`; `cql`"],
    ["source.ts", "// cql`type:A`\n/* cql`type:A` */ 'cql`type:A`'; /cql`type:A`/;"],
    ["source.tsx", "const e = <p q={cql`«type:A»`}>write cql`type:A` or {cql`«type:B»`}.</p>;"],
    ["source.js", "export const q = cql`«type:»${x}«\n  after:2026-01-01»`;"],
    ["source.js.jsx", "const e = <p>{cql`«type:»${x}`}</p>;"],
  ];

  test.each(rows)("is coloured as a query in %s: %s", (language, marked) => {
    const { text, inside } = unmarked(marked);
    expect(queriesIn(text, coloursOf(language).with(text))).toBe(inside);
  });

  test.each(rows)("leaves the text after it coloured as usual in %s: %s", (language, marked) => {
    const { text } = unmarked(marked);
    const after = marked.includes("«") ? text.lastIndexOf("`") + 1 : 0;
    const { with: colour, without } = coloursOf(language);
    expect(scopesAt(text, colour(text)).slice(after)).toEqual(scopesAt(text, without(text)).slice(after));
  });

  test("has values with the scopes of TypeScript", () => {
    const [open, variable, close] = typeScript("cql`type:${x}`").slice(4, 7);
    expect(open?.scopes.slice(-2)).toEqual([
      "meta.template.expression.ts",
      "punctuation.definition.template-expression.begin.ts",
    ]);
    expect(variable?.scopes.at(-1)).toBe("variable.other.readwrite.ts");
    expect(close?.scopes.at(-1)).toBe("punctuation.definition.template-expression.end.ts");
  });

  test("has a keyword for a qualifier before a value, and not a term without a name", () => {
    const scopes = typeScript("cql`type:${x} sort:${y}`").map((token) => token.scopes.at(-1));
    expect(scopes).toContain("keyword.other.qualifier.membership.cql-slice");
    expect(scopes).toContain("keyword.other.qualifier.scope.cql-slice");
    expect(scopes).not.toContain("invalid.illegal.missing-value.cql-slice");
    const unfinished = typeScript("cql`type: ${x}`").map((token) => token.scopes.at(-1));
    expect(unfinished).toContain("invalid.illegal.missing-value.cql-slice");
  });

  test("has the same colours as in a file", { timeout: patience }, () => {
    fc.assert(
      fc.property(
        source.filter((text) => text.isWellFormed() && !/[`\\$\r\n]|^\s*#/.test(text)),
        (text) => {
          const found = scopesAt(text, typeScript(`cql\`${text}\``).slice(2), "cql`".length);
          expect(found.map(ownOf)).toEqual(scopesAt(text, plain(text)).map((scopes) => scopes.slice(1)));
        },
      ),
      runs(300),
    );
  });

  test("ends where JavaScript ends the template, whatever it contains", { timeout: patience }, () => {
    const wrong: string[] = [];
    for (const text of sequences(["type:", '"', "\\", "`", "$", " ", "a"], 4)) {
      const [query = ""] = /^(?:\\.|[^\\`])*/.exec(`${text}\`;`) ?? [];
      const found = queriesIn(text, typeScript(`cql\`${text}\`;`).slice(2), "cql`".length);
      const length = Math.min(query.length, text.length);
      if (!found.startsWith("q".repeat(length)) || found.charAt(length) === "q") wrong.push(text);
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });
});

describe("the fences of Markdown are coloured correctly", () => {
  const rows: readonly (readonly [what: string, text: string])[] = [
    ["a fence", "type:A\n\n```cql\n«type:Person after:3mo»\n```\n\ntype:A `type:B`"],
    ["its other name, in tildes", "~~~slice-cql\n«type:A»\n~~~\ntype:A"],
    ["capitals, and words after the name", '```CQL title="x"\n«sort:a»\n```\ntype:A'],
    ["a fence in a list", "- item\n\n  ```cql\n  «type:A»\n  ```\n\n  type:A"],
    ["a quote that is not closed", '```cql\n«shape:"open»\n```\n\ntype:A\n\n"text" type:B'],
    ["a quote over lines", '```cql\n«shape:"a»\n«b" type:C»\n```\ntype:A'],
    ["two fences", "```cql\n«type:A»\n```\ntype:B\n```cql\n«type:C»\n```"],
    ["a fence that is not closed", "```cql\n«type:A»"],
    ["another language", "```sql\ntype:A\n```\n\n```cqlx\ntype:A\n```"],
    ["a fence that a fence shows", "````text\n```cql\ntype:A\n```\n````\ntype:A"],
    ["a comment", "<!--\n```cql\ntype:A\n```\n-->\n"],
    ["queries and comments", "```cql\n«# x»\n«type:A»\n\n«type:B»\n```\n# type:A"],
    ["an empty fence", "```cql\n```\ntype:A"],
  ];

  test.each(rows)("for %s", (_what, marked) => {
    const { text, inside } = unmarked(marked);
    expect(queriesIn(text, inMarkdownOf(text))).toBe(inside);
  });

  test("with the text after a fence as without it", () => {
    const after = "\n\n# Title *x*\n\n- a `type:B`\n";
    const scopesOf = (text: string): unknown =>
      inMarkdownOf(text)
        .slice(-12)
        .map((token) => token.scopes);
    expect(scopesOf(`\`\`\`cql\nshape:"open\n\`\`\`${after}`)).toEqual(
      scopesOf(`\`\`\`text\nx\n\`\`\`${after}`),
    );
  });
});

function coloursOf(language: string): { with: Colour; without: Colour } {
  const found = colours.get(language);
  if (found === undefined) throw new Error(`no grammar is called ${language}`);
  return found;
}

function typeScript(text: string): readonly Coloured[] {
  return coloursOf("source.ts").with(text);
}

function inMarkdownOf(text: string): readonly Coloured[] {
  return coloursOf("text.html.markdown").with(text);
}

/** Takes the marks away: the code units between them as `q`, the others as `-`, and line ends, which have no colour, not at all. */
function unmarked(marked: string): { readonly text: string; readonly inside: string } {
  let unit = "-";
  let inside = "";
  for (const character of marked) {
    if (character === "«" || character === "»") unit = character === "«" ? "q" : "-";
    else if (character !== "\n") inside += unit;
  }
  return { text: marked.replaceAll(/[«»]/g, ""), inside: inside.includes("q") ? inside : "" };
}

/** What is in a query and not in a value of it, in the same letters; nothing if there is no query. */
function queriesIn(text: string, tokens: readonly Coloured[], begin = 0): string {
  const found = scopesAt(text, tokens, begin).map((scopes) => {
    const query = scopes.lastIndexOf(embedded);
    return query >= 0 && !scopes.slice(query).includes("meta.template.expression.ts") ? "q" : "-";
  });
  return found.includes("q") ? found.join("") : "";
}

const embedded = "meta.embedded.block.cql-slice";

/** The scopes of each code unit but line ends, from where the text begins in what was coloured. */
function scopesAt(text: string, tokens: readonly Coloured[], begin = 0): readonly (readonly string[])[] {
  const scopes: (readonly string[])[] = Array.from({ length: text.length }, () => []);
  for (const token of tokens) scopes.fill(token.scopes, token.start - begin, token.end - begin);
  return scopes.filter((_, at) => text.charAt(at) !== "\n");
}

/** The scopes inside the query. */
function ownOf(scopes: readonly string[]): readonly string[] {
  return scopes.slice(scopes.lastIndexOf(embedded) + 1);
}
