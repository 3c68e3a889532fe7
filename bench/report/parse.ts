// The section on the speed of parsing: ours beside other parsers, on texts of several sizes.
import { type CorpusName, corpusNames } from "../corpus.ts";
import { goals } from "../goals.ts";
import { type PeerFacts, peerFacts } from "../peers/peers.ts";
import { atMost, type Cell, type Role, type Row, type Section, type Table } from "../section.ts";
import { captionOf, type Effort, type Speed, speedsOn } from "../speed.ts";

/** Measures all variants and peers on all corpora. */
export async function measureParse(quick: boolean): Promise<Section> {
  const tables: Table[] = [];
  for (const name of corpusNames.filter((each) => !quick || each !== "huge-200k"))
    tables.push(speedTable(name, captionOf(name), await speedsOn(name, effortFor(name, quick))));
  return parseSection(tables);
}

/** The section of these tables. */
function parseSection(tables: readonly Table[]): Section {
  return {
    id: "parse",
    title: "Parsing",
    lead:
      "CPU time a term. `parse` gives the tree and the diagnostics of the text; `parseText` is its grammar alone; `validate` also checks names and dates; `compile` also makes the filter. " +
      "The other parsers get the same terms in their own languages, and give a tree without diagnostics.",
    tables,
    plots: tables.flatMap(({ about }, table) =>
      about === undefined || about === "200 000 terms"
        ? []
        : [
            {
              kind: "bars",
              id: `parse-${String(corpusNames[table])}`,
              title: `Parsing ${about}: CPU time a term`,
              table,
              column: 0,
              axis: "nanoseconds a term",
            },
          ],
    ),
    notes: peerFacts().map(peerNote),
  };
}

function peerNote({ name, language, example, note, altered }: PeerFacts): string {
  const changed = `${(altered * 100).toFixed(1)} % of the terms are changed`;
  const held = altered === 0 ? "every term is held as it is" : changed;
  return `**${name}** reads ${language}; ${held}${note === "" ? "" : `: ${note}`}. \`\`${example}\`\``;
}

/** A table of one corpus. */
export function speedTable(name: CorpusName, caption: string, speeds: readonly Speed[]): Table {
  return {
    caption,
    about: abouts[name],
    head: "",
    columns: [
      { title: "ns/term", digits: 1 },
      { title: "±%", digits: 0 },
      { title: "× limit", digits: 2 },
      { title: "× parse", digits: 2, better: "less", means: "CPU time a term, as a multiple of ours" },
      { title: "goal" },
    ],
    rows: speeds.map(speedRow),
  };
}

const abouts: Readonly<Record<CorpusName, string>> = {
  short: "one term",
  typical: "6 to 10 terms",
  long: "200 terms",
  "huge-20k": "20 000 terms",
  "huge-200k": "200 000 terms",
};

function speedRow(each: Speed): Row {
  const { variant, nanoseconds, spread = null, overLimit = null, overParse = null, failure } = each;
  return {
    name: variant,
    role: roleOf(each),
    cells: [nanoseconds ?? failure ?? null, spread, overLimit, overParse, goalFor(each)],
  };
}

function roleOf({ variant, isPeer }: Speed): Role {
  if (isPeer) return "peer";
  if (variant === "limit" || variant === "loop") return "reference";
  return variant === "parse" ? "own" : "ours";
}

function goalFor({ corpus, variant, overLimit = Number.NaN, overParse = Number.NaN }: Speed): Cell {
  if (variant === "parse" && corpus === "typical")
    return atMost("`parse`, 6 to 10 terms", overLimit, goals.typicalRatio, limitUnit, {
      profile: "parse-typical",
    });
  if (variant === "parse" && corpus === "long")
    return atMost("`parse`, 200 terms", overLimit, goals.longRatio, limitUnit, { profile: "parse-long" });
  if (variant === "compile" && corpus === "typical")
    return atMost("`compile`, 6 to 10 terms", overLimit, goals.compileRatio, limitUnit);
  if (variant === "compile" && corpus === "short")
    return atMost("`compile`, one term", overParse, goals.oneTermRatio, " × parse", {
      profile: "compile-one-term",
    });
  return null;
}

/** The unit of the goals that `--check` holds. */
export const limitUnit = " × limit";

function effortFor(name: CorpusName, quick: boolean): Effort {
  const short: Effort = quick
    ? { launches: 1, rounds: 7, warmUpMilliseconds: 200, milliseconds: 10, ...quickPeers }
    : { launches: 3, rounds: 9, warmUpMilliseconds: 400, milliseconds: 30, ...allPeers };
  return name.startsWith("huge") ? { ...short, launches: 1, rounds: quick ? 3 : 5 } : short;
}

const quickPeers = { peerLaunches: 1, peerRounds: 3, peerSeconds: 20 } as const;
const allPeers = { peerLaunches: 1, peerRounds: 5, peerSeconds: 20 } as const;
