// The sections on large texts: how the time grows to a million terms, and what that takes of memory.
import { goals } from "../goals.ts";
import { type PeerName, peerNames } from "../peers/names.ts";
import { commonTerms, type Growth, growthOf, type Memory, memoryOf } from "../scale.ts";
import {
  atMost,
  type Cell,
  type GoalExtras,
  type Role,
  type Row,
  type Section,
  type Table,
} from "../section.ts";
import type { VariantName } from "../variants.ts";
import { figureText } from "./figures.ts";

const million = 1_000_000;
/** Ours have no limit but one against a benchmark that hangs. */
const ownSeconds = 120;
const own: readonly VariantName[] = ["limit", "parseText", "parse", "compile"];

/** Measures how the time grows. */
export async function measureGrowth(quick: boolean): Promise<Section> {
  const sizes = quick ? [1000, 10_000, 100_000] : [1000, 3000, 10_000, 30_000, 100_000, 300_000, million];
  const all: Growth[] = [];
  for (const name of own) all.push(await growthOf(name, sizes, ownSeconds));
  for (const name of peerNames) all.push(await growthOf(name, sizes, quick ? 5 : 10));
  return growthSection(all, sizes);
}

/** The section of these figures. */
export function growthSection(all: readonly Growth[], sizes: readonly number[]): Section {
  const columns = sizes.map((size) => ({ title: shortSize(size), digits: 0, at: size }));
  return {
    id: "growth",
    title: "Growth",
    lead:
      "CPU time a term, warm, for texts of more and more terms, with the limits of the package lifted. The exponent is the slope of the whole time: 1 is linear, 2 quadratic. " +
      "The limit makes the same tree: what its own exponent has over 1 is the garbage collector copying it.",
    tables: [
      {
        caption: "Nanoseconds a term, by the number of terms",
        head: "",
        columns: [
          ...columns,
          // Not compared: who stops early has the slope of small texts alone.
          { title: "exponent", digits: 3 },
          { title: "stopped at" },
          { title: "goal" },
        ],
        rows: all.map((each) => growthRow(each, limitOf(all)?.exponent, sizes)),
      },
    ],
    plots: [
      {
        kind: "lines",
        id: "growth",
        title: "Time a term, by the number of terms: flat is linear growth",
        table: 0,
        across: "terms of the text",
        up: "nanoseconds a term",
      },
    ],
    notes: [],
  };
}

function growthRow(
  { name, isPeer, times, exponent, stop }: Growth,
  leastExponent: number | undefined,
  sizes: readonly number[],
): Row {
  const costs = new Map(times.map(([terms, microseconds]) => [terms, (microseconds * 1000) / terms]));
  const goal =
    name === "parse" && sizes.includes(million)
      ? atMost(
          "`parse`, growth to a million terms over the limit's",
          (exponent ?? Number.NaN) - (leastExponent ?? Number.NaN),
          goals.exponentOverLimit,
          " of exponent",
          { profile: "growth" },
        )
      : null;
  return {
    name,
    role: roleOf(name, isPeer),
    cells: [
      ...sizes.map((size) => costs.get(size) ?? null),
      exponent ?? null,
      stop === undefined ? "" : `${shortSize(stop.terms)}: ${stop.why}`,
      goal,
    ],
  };
}

/** Measures memory: of ours and the others at a size that all survive, and of ours at a million terms. */
export async function measureMemory(quick: boolean): Promise<Section> {
  const common: Memory[] = [];
  for (const name of [...own, ...peerNames]) common.push(await memoryOf(name, commonTerms, ownSeconds));
  const allocating = await memoryOf("parse", 20_000, ownSeconds);
  const large: Memory[] = [];
  if (!quick) for (const name of own) large.push(await memoryOf(name, million, ownSeconds));
  return memorySection(common, allocating, large);
}

/** The section of these figures; `large` is empty in a quick run. */
export function memorySection(
  common: readonly Memory[],
  allocating: Memory,
  large: readonly Memory[],
): Section {
  const terms = figureText(common[0]?.terms ?? 0, 0);
  return {
    id: "memory",
    title: "Memory",
    lead: "Bytes that are allocated while a text is read, and that its tree keeps after the garbage is collected; and by how much the process grows over one that has loaded everything and holds the text. At a million terms the peak is that of the whole process.",
    tables: [
      commonTable(common, terms),
      {
        caption: "One run in a process that has done nothing before",
        head: "",
        columns: [
          { title: "terms", digits: 0 },
          { title: "B/term allocated", digits: 0 },
          { title: "peak MB", digits: 0 },
          { title: "before", digits: 0 },
          { title: "goal" },
          { title: "CPU s", digits: 2 },
          { title: "goal" },
        ],
        rows: [allocating, ...large].map((each) => largeRow(each, limitOf(large))),
      },
    ],
    plots: [
      {
        kind: "bars",
        id: "memory",
        title: `Bytes allocated a term, ${terms} terms`,
        table: 0,
        column: 0,
        axis: "bytes a term",
      },
    ],
    notes: [],
  };
}

function commonTable(common: readonly Memory[], terms: string): Table {
  return {
    caption: `${terms} terms, a size that every library survives`,
    head: "",
    columns: [
      { title: "B/term allocated", digits: 0, better: "less", means: "bytes allocated a term", unit: " B" },
      { title: "B/term kept", digits: 0, better: "less", means: "bytes kept a term", unit: " B" },
      { title: "MB more", digits: 1, better: "less", means: "what the process grows by", unit: " MB" },
    ],
    rows: common.map(({ name, isPeer, allocated, kept, peak, before, failure }) => ({
      name,
      role: roleOf(name, isPeer),
      cells: [
        allocated ?? failure ?? null,
        kept ?? null,
        peak === undefined || before === undefined ? null : peak - before,
      ],
    })),
  };
}

/** The one that the others are compared with. */
function limitOf<Measured extends { readonly name: string }>(all: readonly Measured[]): Measured | undefined {
  return all.find(({ name }) => name === "limit");
}

/** Peak and time have a goal for a million terms. */
function largeRow(
  { name, isPeer, terms, allocated, peak, before, seconds, failure }: Memory,
  limit: Memory | undefined,
): Row {
  const goal = (
    what: string,
    figure: number | undefined,
    least: number | undefined,
    most: number,
    extras: GoalExtras = {},
  ): Cell =>
    name === "parse" && terms === million
      ? atMost(`\`parse\`, ${what}`, (figure ?? Number.NaN) / (least ?? Number.NaN), most, " × limit", extras)
      : null;
  return {
    name,
    role: roleOf(name, isPeer),
    cells: [
      terms,
      allocated ?? failure ?? null,
      peak ?? null,
      before ?? null,
      goal("peak at a million terms", peak, limit?.peak, goals.peakRatio),
      seconds ?? null,
      goal("a million terms, cold", seconds, limit?.seconds, goals.millionRatio, { profile: "cold-million" }),
    ],
  };
}

function roleOf(name: VariantName | PeerName, isPeer: boolean): Role {
  if (isPeer) return "peer";
  if (name === "limit" || name === "loop") return "reference";
  return name === "parse" ? "own" : "ours";
}

function shortSize(size: number): string {
  return size >= million ? `${String(size / million)}M` : `${String(size / 1000)}k`;
}
