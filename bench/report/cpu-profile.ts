// Reads the profile that Node writes with `--cpu-prof`: how much time was spent in each function itself.
import { root } from "../../scripts/check/process.ts";

/** What is used of the file. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  /** The node in which each sample was taken, and the microseconds since the one before. */
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** A function as it was called from its parents. */
export interface ProfileNode {
  readonly id: number;
  readonly callFrame: CallFrame;
  readonly children?: readonly number[];
}

/** A function; lines and columns are counted from 0. */
export interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** Time in a function itself. */
export interface SelfTime {
  readonly name: string;
  /** A path from the root of the project, the name of a package, or what of Node it is. */
  readonly file: string;
  readonly microseconds: number;
}

/** Finds the source of what runs in a bundle. */
export type FindSource = (frame: CallFrame) => string | undefined;

/**
 * The time in each function itself, the longest first. With the name of a function it is of the time from when that was first entered to
 * when it was last left, the garbage collector's work between included. Throws if that function never ran: the time of all the rest would
 * pass for its time.
 */
export function selfTimes(
  profile: CpuProfile,
  within?: string,
  findSource: FindSource = () => undefined,
): readonly SelfTime[] {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const [first, last] = windowOf(profile, within);
  const times = new Map<string, SelfTime>();
  for (let at = first; at <= last; at++) {
    const frame = frames.get(profile.samples[at] ?? 0);
    if (frame === undefined || isNoWork(frame)) continue;
    const file = fileOf(findSource(frame) ?? frame.url, frame.functionName);
    const name = nameOf(frame);
    const before = times.get(`${name} ${file}`)?.microseconds ?? 0;
    times.set(`${name} ${file}`, { name, file, microseconds: before + (profile.timeDeltas[at] ?? 0) });
  }
  return [...times.values()].toSorted((a, b) => b.microseconds - a.microseconds);
}

/** Waiting, the clock of the benchmark itself, and its marks. */
function isNoWork({ functionName }: CallFrame): boolean {
  return ["(idle)", "(root)", "cpuUsage", "markProfile"].includes(functionName);
}

/** A regular expression is named by its source, which may be long. */
function nameOf({ functionName }: CallFrame): string {
  if (functionName.startsWith("RegExp: ")) return "(regular expression)";
  return functionName === "" ? "(top level or anonymous)" : functionName;
}

/** The folder of ours, the package, or the part of Node that a file belongs to. */
export function groupOf(file: string): string {
  const own = /^(src\/(?:backends\/)?[^/]+|bench|scripts)/u.exec(file)?.[1];
  return own ?? file;
}

/** The first and the last sample in which a function is on the stack; all, if none is asked for. */
function windowOf({ nodes, samples }: CpuProfile, within: string | undefined): readonly [number, number] {
  if (within === undefined) return [0, samples.length - 1];
  const inside = new Set<number>();
  // Parents come before their children.
  for (const { id, callFrame, children = [] } of nodes) {
    if (callFrame.functionName === within) inside.add(id);
    if (inside.has(id)) for (const child of children) inside.add(child);
  }
  const first = samples.findIndex((id) => inside.has(id));
  const last = samples.findLastIndex((id) => inside.has(id));
  if (first < 0) throw new Error(`the function ${within} is not in the profile`);
  return [first, last];
}

function fileOf(url: string, name: string): string {
  if (name === "(garbage collector)") return "V8, garbage collector";
  if (name === "(program)") return "V8 and Node, native code";
  if (url === "") return "V8, built in";
  if (url.startsWith("node:")) return "Node, its JavaScript";
  const library = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//u.exec(url)?.[1];
  if (library !== undefined) return library;
  const path = decodeURIComponent(url.replace(/^file:\/\//u, ""));
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : (path.split("/").at(-1) ?? path);
}
