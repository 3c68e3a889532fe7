// Speed: every variant and every peer on a corpus, each in its own process, in interleaved rounds (A B C A B C …).
import { type Child, Stopped, startChild } from "./children.ts";
import { type CorpusName, corpus } from "./corpus.ts";
import { isPeerName } from "./peers/names.ts";
import { median, spread } from "./statistics.ts";
import { type SubjectName, subjectNames, variantNames } from "./variants.ts";

/** What one subject takes on one corpus. Without figures it did not get through, and `failure` says why. */
export interface Speed {
  readonly corpus: CorpusName;
  readonly variant: SubjectName;
  readonly isPeer: boolean;
  /** Nanoseconds of CPU time a term, the median of all rounds. */
  readonly nanoseconds?: number;
  /** Half the distance between the quartiles, in percent. */
  readonly spread?: number;
  /** Over the limit scanner, and over `parse`, in the same round: medians of all rounds. */
  readonly overLimit?: number;
  readonly overParse?: number;
  readonly failure?: string;
}

/** How long to measure. */
export interface Effort {
  /** Processes of each variant, as the compiler's luck differs from one to the next. */
  readonly launches: number;
  readonly rounds: number;
  readonly warmUpMilliseconds: number;
  readonly milliseconds: number;
  /** The first so many launches have the peers in them, and in each the first so many rounds: peers are slow. */
  readonly peerLaunches: number;
  readonly peerRounds: number;
  /** The longest that a round may take, in seconds on the wall. */
  readonly peerSeconds: number;
}

/** What a round found: nanoseconds a term. */
type Round = ReadonlyMap<SubjectName, number>;

/** Measures ours and the peers on one corpus, ours first. */
export async function speedsOn(name: CorpusName, effort: Effort): Promise<readonly Speed[]> {
  const rounds: Round[] = [];
  const failures = new Map<SubjectName, string>();
  for (let launch = 0; launch < effort.launches; launch++) {
    const names = launch < effort.peerLaunches ? subjectNames : variantNames;
    rounds.push(...(await launchOnce(name, names, failures, effort)));
  }
  const shown = effort.peerLaunches > 0 ? subjectNames : variantNames;
  return shown.map((variant) => speedOf(name, variant, rounds, failures.get(variant)));
}

/** What the corpus holds, for the caption of its table. */
export function captionOf(name: CorpusName): string {
  const { title, texts, terms } = corpus(name);
  const units = texts.reduce((sum, text) => sum + text.length, 0);
  return `${name}: ${title}, ${(units / terms).toFixed(1)} characters a term`;
}

/** The medians of one subject. A subject that failed once has no figures. */
export function speedOf(
  name: CorpusName,
  variant: SubjectName,
  rounds: readonly Round[],
  failure: string | undefined,
): Speed {
  const subject = { corpus: name, variant, isPeer: isPeerName(variant) };
  if (failure !== undefined) return { ...subject, failure };
  const own = rounds.filter((round) => round.has(variant));
  const of = (round: Round, each: SubjectName): number => round.get(each) ?? Number.NaN;
  const over = (other: SubjectName): number =>
    median(own.map((round) => of(round, variant) / of(round, other)));
  const figures = own.map((round) => of(round, variant));
  return {
    ...subject,
    nanoseconds: median(figures),
    spread: spread(figures),
    overLimit: over("limit"),
    overParse: over("parse"),
  };
}

async function launchOnce(
  name: CorpusName,
  names: readonly SubjectName[],
  failures: Map<SubjectName, string>,
  effort: Effort,
): Promise<readonly Round[]> {
  const { rounds, warmUpMilliseconds, milliseconds, peerRounds, peerSeconds } = effort;
  const children = new Map(names.map((each) => [each, startChild("worker.ts", [each, name])]));
  const ask = async (each: SubjectName, child: Child, message: object): Promise<number | undefined> => {
    try {
      return Number(await child.ask(message, isPeerName(each) ? peerSeconds : ownSeconds));
    } catch (error) {
      if (!(error instanceof Stopped) || !isPeerName(each)) throw error;
      failures.set(each, error.message);
      child.stop();
      children.delete(each);
      return undefined;
    }
  };
  try {
    for (const [each, child] of children) await child.ask({}, ownSeconds).catch(refuse(each));
    for (const [each, child] of children) await ask(each, child, { milliseconds: warmUpMilliseconds });
    const found: Round[] = [];
    for (let round = 0; round < rounds; round++) {
      const figures = new Map<SubjectName, number>();
      for (const [each, child] of children) {
        if (round >= peerRounds && isPeerName(each)) continue;
        const figure = await ask(each, child, { milliseconds });
        if (figure !== undefined) figures.set(each, figure);
      }
      found.push(figures);
    }
    return found;
  } finally {
    for (const child of children.values()) child.stop();
  }
}

/** Ours have no limit but one against a benchmark that hangs. */
const ownSeconds = 120;

/** A child that does not even start is a mistake of the benchmark. */
function refuse(name: SubjectName): (error: unknown) => never {
  return (error) => {
    throw new Error(`${name} did not start`, { cause: error });
  };
}
