// The section that shows, for each goal that is missed, where the time or the bytes go.
import { entries } from "../../scripts/check/entries.ts";
import { type CaseName, caseNames } from "../backends/filters.ts";
import { type Goal, goalsOf, isMet, type Row, type Section, type Table } from "../section.ts";
import type { MatcherName } from "../slices/matchers.ts";
import { groupOf, type SelfTime } from "./cpu-profile.ts";
import { profileBundle, profileCommandLine, profileWorker, type SourceBytes } from "./profile-runs.ts";

/** Profiles what the missed goals of these sections name. */
export async function measureProfiles(sections: readonly Section[]): Promise<Section> {
  const missed = sections.flatMap(goalsOf).filter((goal) => !isMet(goal));
  const tables: Table[] = [];
  const notes: string[] = [];
  for (const id of profiledGoals(missed)) {
    try {
      tables.push(...(await profileTables(id)));
    } catch (error) {
      console.error(`${id} could not be profiled:`, error);
      notes.push(`“${id}” could not be profiled.`);
    }
  }
  return {
    id: "profiles",
    title: "Where it goes",
    lead: "For goals that are missed: where the time goes on the clock, by sampling a process of its own after the measuring, the profiler's work included, or which sources the bytes of the bundle are of. Time is that of a function itself, without those that it calls; the compiler puts small functions into their callers, whose time theirs is then.",
    tables,
    plots: [],
    notes,
  };
}

/** The profiles that these goals name, each once. */
export function profiledGoals(goals: readonly Goal[]): readonly string[] {
  return [...new Set(goals.flatMap(({ profile }) => profile ?? []))];
}

/** The tables of one profile. */
async function profileTables(id: string): Promise<readonly Table[]> {
  if (id === "cold-start") return await coldStartTables(id);
  if (id.startsWith("bundle-")) return await bundleTables(id);
  const spec = workerOf(id);
  return timeTables(id, spec.title, await profileWorker(spec.file, spec.args, spec.within));
}

/** A process whose time is profiled. */
export interface WorkerSpec {
  readonly title: string;
  readonly file: string;
  readonly args: readonly string[];
  /** The function of the worker that measures. */
  readonly within: string;
}

/** What runs for a profile. Throws if there is no such profile: another one would say nothing of the goal. */
export function workerOf(id: string): WorkerSpec {
  const found = plainWorkers.get(id);
  if (found === undefined) throw new TypeError(`there is no profile “${id}”`);
  return found;
}

function spec(title: string, file: string, args: readonly string[], within: string): WorkerSpec {
  return { title, file, args, within };
}

const variantFile = "report/profile-worker.ts";
/** For what is only measured once it is warm, and for what is only measured cold. */
const warmFile = "report/warm-worker.ts";
const largeCatalog = "100 000 names";

const plainWorkers: ReadonlyMap<string, WorkerSpec> = new Map([
  ["parse-typical", spec("parse, 6 to 10 terms", variantFile, ["parse", "typical", "2000"], "measure")],
  ["parse-long", spec("parse, 200 terms", variantFile, ["parse", "long", "2000"], "measure")],
  ["growth", spec("parse, 200 000 terms", variantFile, ["parse", "huge-200k", "3000"], "measure")],
  [
    "cold-million",
    spec("parse, a million terms, cold", warmFile, ["cold", "parse", "1000000"], "markProfile"),
  ],
  ["compile-one-term", spec("compile, one term", variantFile, ["compile", "short", "2000"], "measure")],
  ["columns", spec("columns", "backends/column-worker.ts", ["columns", "1000000", "30"], "costs")],
  ["matching-absolute", matching("index", "absolute")],
  ["matching-rolling", matching("index", "rolling")],
  ["matching-rolling, index, time goes on", matching("index, time goes on", "rolling")],
  [
    "build",
    spec(
      "making an index, several times",
      "slices/upkeep-worker.ts",
      ["build", "absolute", "10000"],
      "built",
    ),
  ],
  [
    "contains",
    spec("contains, filters seen before", warmFile, ["pairs", "contains, true", "600"], "markProfile"),
  ],
  ["typing", typing("diagnostics")],
  ["completion", typing("completion")],
  ...caseNames.flatMap((name) => predicatesOn(name)),
]);

/** Of the predicate alone, and in a process that knows many: calls of many forms are another case for the compiler. */
function predicatesOn(name: CaseName): readonly (readonly [id: string, spec: WorkerSpec])[] {
  return (["predicate", "after 60 others"] as const).map((subject) => {
    const args = [subject, name, "1000", "300"];
    const title = `${subject}, “${name}”, 1000 entities`;
    return [`${subject} ${name}`, spec(title, "backends/predicate-worker.ts", args, "measure")];
  });
}

function matching(name: MatcherName, dates: string): WorkerSpec {
  const args = [name, dates, "10000", "10", "400"];
  return spec(`slices of an entity, ${name}, ${dates} dates`, "slices/match-worker.ts", args, "measure");
}

function typing(what: string): WorkerSpec {
  const args = ["typing", `${what}, ${largeCatalog}`, "300"];
  return spec(`typing, ${what} with a large catalog, once warm`, warmFile, args, "markProfile");
}

/** How many rows a table has: the rest is summed up in one more. */
const mostRows = 10;
/** Percent; less is left out. */
const leastShare = 0.05;

function timeTables(id: string, title: string, times: readonly SelfTime[]): readonly Table[] {
  const sum = total(times.map(({ microseconds }) => microseconds));
  const share = (microseconds: number): number => (100 * microseconds) / sum;
  const groups = grouped(times.map(({ file, microseconds }) => [groupOf(file), microseconds]));
  return [
    {
      caption: `Time: ${title}`,
      profileOf: id,
      head: "package, or folder of ours",
      columns: [{ title: "% of the time", digits: 1 }],
      rows: withRest(
        groups
          .map(([name, microseconds]) => [name, share(microseconds)] as const)
          .filter(([, part]) => part >= leastShare)
          .map(([name, part]) => row(name, [part])),
      ),
    },
    {
      caption: "By function",
      head: "function",
      columns: [{ title: "in" }, { title: "% of the time", digits: 1 }],
      rows: times
        .slice(0, mostRows)
        .filter(({ microseconds }) => share(microseconds) >= leastShare)
        .map(({ name, file, microseconds }) => row(name, [file, share(microseconds)])),
    },
  ];
}

/** The time of the process that does nothing is shown beside: it is no one's fault. */
async function coldStartTables(id: string): Promise<readonly Table[]> {
  const { own, empty } = await profileCommandLine(["check", 'type:Person shape:"Sales CRM" after:3mo'], 10);
  const byGroup = (times: readonly SelfTime[]): ReadonlyMap<string, number> =>
    new Map(grouped(times.map(({ file, microseconds }) => [groupOf(file), microseconds / 1000])));
  const [all, nothing] = [byGroup(own), byGroup(empty)];
  return [
    {
      caption: "Time: cold start of the command line",
      profileOf: id,
      head: "package, or folder of ours",
      columns: [
        { title: "ms of a run", digits: 1 },
        { title: "ms of an empty process", digits: 1 },
      ],
      rows: [...all].slice(0, mostRows).map(([name, time]) => row(name, [time, nothing.get(name) ?? 0])),
    },
    {
      caption: "By function, over an empty process",
      head: "function",
      columns: [{ title: "in" }, { title: "ms of a run", digits: 2 }],
      rows: over(own, empty)
        .slice(0, mostRows)
        .map(({ name, file, microseconds }) => row(name, [file, microseconds / 1000])),
    },
  ];
}

/** The times that are left after those of another program, the longest first. */
function over(own: readonly SelfTime[], other: readonly SelfTime[]): readonly SelfTime[] {
  const times = new Map(other.map(({ name, file, microseconds }) => [`${name} ${file}`, microseconds]));
  return own
    .map(({ name, file, microseconds }) => ({
      name,
      file,
      microseconds: microseconds - (times.get(`${name} ${file}`) ?? 0),
    }))
    .toSorted((a, b) => b.microseconds - a.microseconds);
}

async function bundleTables(id: string): Promise<readonly Table[]> {
  const name = id.slice("bundle-".length);
  const entry = entries.find((each) => each.name === `./${name}`)?.source;
  const contents =
    entry === undefined ? `export { ${name} } from "./src/index.ts";` : `export * from "./${entry}";`;
  const bytes = await profileBundle(contents);
  const sum = total(bytes.map((each) => each.bytes));
  const figures = (each: number): readonly number[] => [each / 1000, (100 * each) / sum];
  const columns = [
    { title: "kB minified", digits: 1 },
    { title: "%", digits: 1 },
  ];
  const groups = grouped(bytes.map((each) => [groupOf(sourceOf(each)), each.bytes]));
  const tables: readonly Table[] = [
    {
      caption: `Bytes: ${entry === undefined ? name : `slice-cql/${name}`}`,
      profileOf: id,
      head: "package, or folder of ours",
      columns,
      rows: groups.slice(0, mostRows).map(([group, size]) => row(group, figures(size))),
    },
    {
      caption: "By file",
      head: "file",
      columns,
      rows: bytes.slice(0, mostRows).map((each) => row(fileName(each), figures(each.bytes))),
    },
  ];
  // The files of the parser are the same in every entry.
  const isMostlyParser = entry !== undefined && groups[0]?.[0] === "chevrotain";
  return isMostlyParser ? tables.slice(0, 1) : tables;
}

function sourceOf({ file }: SourceBytes): string {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//u.exec(file)?.[1] ?? file;
}

function fileName({ file }: SourceBytes): string {
  return file.replace(/^.*node_modules\//u, "");
}

function grouped(
  pairs: readonly (readonly [group: string, amount: number])[],
): readonly (readonly [group: string, amount: number])[] {
  const sums = new Map<string, number>();
  for (const [group, amount] of pairs) sums.set(group, (sums.get(group) ?? 0) + amount);
  return [...sums].toSorted(([, a], [, b]) => b - a);
}

/** The first rows, and one for what is left. */
function withRest(rows: readonly Row[]): readonly Row[] {
  const rest = total(
    rows.slice(mostRows).map(({ cells: [share] }) => (typeof share === "number" ? share : 0)),
  );
  return rest === 0 ? rows : [...rows.slice(0, mostRows), row("the rest", [rest])];
}

function row(name: string, cells: Row["cells"]): Row {
  return { name, role: "ours", cells };
}

function total(amounts: readonly number[]): number {
  return amounts.reduce((sum, each) => sum + each, 0);
}
