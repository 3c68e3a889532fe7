// What bundles weigh: the package as a browser gets it, and the libraries it is compared with, minified and gzipped.
import { join } from "node:path";
import { type Weight, weigh } from "../scripts/check/bundle.ts";
import { entries } from "../scripts/check/entries.ts";
import { root } from "../scripts/check/process.ts";
import { reasonOf } from "./children.ts";
import { type Program, parserPrograms, predicatePrograms } from "./peers/programs.ts";

/** The bundle of one import. Without figures it could not be made, and `failure` says why. */
export interface Size extends Partial<Weight> {
  readonly name: string;
  readonly group: "ours" | "entries" | "parsers" | "predicates";
  /** What is imported. */
  readonly what: string;
  readonly failure?: string;
}

/** What is weighed. */
interface Wanted {
  readonly name: string;
  readonly group: Size["group"];
  /** Between the braces, or a star. */
  readonly names: string;
  readonly from: string;
}

/** All bundles, weighed one after the other. */
export async function sizes(): Promise<readonly Size[]> {
  const found: Size[] = [];
  for (const wanted of [...ours(), ...ourEntries(), ...parsers(), ...predicates()])
    found.push(await sizeOf(wanted));
  return found;
}

function ours(): readonly Wanted[] {
  const from = join(root, "src/index.ts");
  return [
    { name: "everything", group: "ours", names: "*", from },
    { name: "validate alone", group: "ours", names: "validate", from },
    { name: "parse alone", group: "ours", names: "parse", from },
    {
      name: "chevrotain alone",
      group: "ours",
      names: "createToken, EmbeddedActionsParser, Lexer",
      from: "chevrotain",
    },
  ];
}

/** The language server runs in Node, and no page loads it. */
function ourEntries(): readonly Wanted[] {
  return entries
    .filter(({ name }) => name !== "./lsp")
    .map(({ name, source }) => ({ name, group: "entries", names: "*", from: join(root, source) }));
}

function parsers(): readonly Wanted[] {
  return Object.entries(parserPrograms()).map(([name, program]) => wantedOf(name, "parsers", program));
}

function predicates(): readonly Wanted[] {
  return Object.entries(predicatePrograms).map(([name, program]) => wantedOf(name, "predicates", program));
}

function wantedOf(name: string, group: Size["group"], { names, bundled }: Program): Wanted {
  return { name, group, names, from: bundled };
}

async function sizeOf({ name, group, names, from }: Wanted): Promise<Size> {
  const isAll = names === "*";
  const size = { name, group, what: isAll ? "everything" : names.replace(/default as /u, "") };
  const contents = `export ${isAll ? "*" : `{ ${names} }`} from ${JSON.stringify(from)};`;
  try {
    return { ...size, ...(await weigh(contents)) };
  } catch (error) {
    if (group === "ours" || group === "entries") throw error;
    return { ...size, failure: reasonOf(error) };
  }
}
