// The smallest useful program of each library: what it imports, and how it reads one query. For bundles and for cold starts.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { qualifiers } from "../../src/vocabulary/qualifiers.ts";
import type { PeerName } from "./names.ts";

/** What is imported, and what is done with it. */
export interface Program {
  /** What a program asks Node for. */
  readonly module: string;
  /** What a bundler is given: the module, or the same one as a bundler reads it best. */
  readonly bundled: string;
  /** Between the braces of the import. */
  readonly names: string;
}

/** A program that reads one query. */
export interface ParserProgram extends Program {
  /** The expression that reads the query in the variable `text`. */
  readonly call: string;
}

/** Of the libraries that parse. */
export function parserPrograms(): Readonly<Record<PeerName, ParserProgram>> {
  const keywords = JSON.stringify(qualifiers.map(({ word }) => word));
  return {
    "search-string": {
      ...whole("search-string", "default as SearchString"),
      call: "SearchString.parse(text)",
    },
    "search-query-parser": {
      ...whole("search-query-parser", "parse"),
      call: `parse(text, { keywords: ${keywords}, tokenize: true })`,
    },
    "EUI Query": {
      module: "@elastic/eui/lib/components/search_bar/query/query.js",
      bundled: join(folderOf("@elastic/eui"), "es/components/search_bar/query/query.js"),
      names: "Query",
      call: "Query.parse(text)",
    },
    "@marcbachmann/cel-js": { ...whole("@marcbachmann/cel-js", "parse"), call: "parse(text)" },
    "@bufbuild/cel": { ...whole("@bufbuild/cel", "parse"), call: "parse(text)" },
    "cel-js": { ...whole("cel-js", "parse"), call: "parse(text)" },
    lucene: { ...whole("lucene", "parse"), call: "parse(text)" },
    liqe: { ...whole("liqe", "parse"), call: "parse(text)" },
  };
}

/** Of the libraries that test objects; those with a language of their own bring its parser. */
export const predicatePrograms: Readonly<Record<string, Program>> = {
  ucast: whole("@ucast/mongo2js", "guard"),
  sift: whole("sift", "default as sift"),
  mingo: whole("mingo", "Query"),
  "json-logic-js": whole("json-logic-js", "default as jsonLogic"),
  "json-logic-engine": whole("json-logic-engine", "LogicEngine"),
  filtrex: whole("filtrex", "compileExpression"),
  liqe: whole("liqe", "parse, test"),
};

function whole(module: string, names: string): Program {
  return { module, bundled: module, names };
}

/** Where a package is installed. */
function folderOf(name: string): string {
  return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
}
