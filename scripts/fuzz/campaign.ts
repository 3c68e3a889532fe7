// The search in one target: draws and mutates inputs, keeps those that do something new, and shrinks what it finds.

import { type Random, randomFrom } from "../../test/support/backends/random.ts";
import { ascii } from "./ascii.ts";
import type { Coverage } from "./coverage.ts";
import { growthOf, type Outcome, outcomeOf } from "./outcome.ts";
import { shrunk } from "./shrink.ts";
import type { Target } from "./target.ts";

/** An input that broke a promise, as small as it got. */
export interface Find {
  readonly target: string;
  readonly rule: string;
  readonly message: string;
  /** The input as JSON, in ASCII. */
  readonly input: string;
}

/** What a search has come to. */
export interface Tally {
  readonly inputs: number;
  /** How many inputs are kept to mutate. */
  readonly kept: number;
  readonly seconds: number;
  readonly finds: readonly Find[];
}

/** A search, which runs in steps. */
export interface Campaign {
  readonly name: string;
  readonly promise: string;
  /** Tries up to so many inputs. */
  readonly step: (inputs: number) => Promise<void>;
  readonly tally: () => Tally;
  /** Checks one input, given as JSON. */
  readonly replay: (json: string) => Promise<Find | undefined>;
}

/** What a search is given. */
export interface Setting {
  readonly seed: number;
  /** Without it, only what `check` says is particular of an input counts as new. */
  readonly coverage?: Coverage;
  /** How many tries a find gets to become smaller (3000). */
  readonly tries?: number;
  /** Called with each input before it is checked, and with nothing after the last. */
  readonly watch?: (target: string, input: string | undefined) => void;
}

/** After so many batches the time of one input is held against its length. */
const stepsToGrowth = 25;
/** Batches grow while nothing is new: what ran is only looked at after each. */
const [smallestBatch, largestBatch] = [40, 320];

/** A search in this target. */
export function campaignOf<Input>(target: Target<Input>, setting: Setting): Campaign {
  const search = new Search(target, setting);
  return {
    name: target.name,
    promise: target.promise,
    step: async (inputs) => await search.step(inputs),
    tally: () => search.tally(),
    replay: async (json) => await search.replay(json),
  };
}

class Search<Input> {
  readonly #target: Target<Input>;
  readonly #setting: Setting;
  readonly #random: Random;
  readonly #corpus: Input[] = [];
  readonly #seen = new Set<string>();
  readonly #rules = new Map<string, number>();
  readonly #finds: Find[] = [];
  #inputs = 0;
  #seconds = 0;
  #steps = 0;
  #batchSize = smallestBatch;

  constructor(target: Target<Input>, setting: Setting) {
    this.#target = target;
    this.#setting = setting;
    this.#random = randomFrom(setting.seed);
  }

  tally(): Tally {
    const [inputs, kept, seconds, finds] = [this.#inputs, this.#corpus.length, this.#seconds, this.#finds];
    return { inputs, kept, seconds, finds };
  }

  async step(inputs: number): Promise<void> {
    const start = performance.now();
    await this.#batch(Math.min(inputs, this.#batchSize));
    if (++this.#steps % stepsToGrowth === 0 && this.#corpus.length > 0) {
      const input = this.#random.pick(this.#corpus);
      const { rule, message } = growthOf(this.#target, input);
      if (rule !== undefined && this.#isFirst(rule)) this.#finds.push(this.#find(input, rule, message));
    }
    this.#seconds += (performance.now() - start) / 1000;
  }

  async replay(json: string): Promise<Find | undefined> {
    const input: Input = JSON.parse(json);
    const alone = await this.#run(input);
    const { rule, message } = alone.rule === undefined ? growthOf(this.#target, input) : alone;
    return rule === undefined ? undefined : this.#find(input, rule, message);
  }

  async #batch(size: number): Promise<void> {
    const tried: Input[] = [];
    for (let count = 0; count < size; count++) {
      const input = next(this.#target, this.#random, this.#corpus);
      const outcome = await this.#run(input);
      this.#inputs++;
      if (outcome.rule !== undefined) await this.#report(input, outcome.rule);
      const features = outcome.features.filter((feature) => !this.#seen.has(feature));
      for (const feature of features) this.#seen.add(feature);
      if (features.length > 0) this.#corpus.push(input);
      else tried.push(input);
    }
    const { coverage } = this.#setting;
    const found = coverage?.wouldBeNew() === true ? await this.#those(coverage, tried) : [];
    this.#corpus.push(...found);
    this.#batchSize = found.length > 0 ? smallestBatch : Math.min(largestBatch, this.#batchSize * 2);
  }

  /** Which of the inputs ran something new, found by halves: to count costs more than to run. */
  async #those(coverage: Coverage, tried: readonly Input[]): Promise<readonly Input[]> {
    // What ran before is not theirs.
    coverage.wouldBeNew();
    for (const input of tried) await this.#run(input);
    if (tried.length < 2) return coverage.isNew() ? tried : [];
    if (!coverage.wouldBeNew()) return [];
    const half = tried.length >> 1;
    const first = await this.#those(coverage, tried.slice(0, half));
    return [...first, ...(await this.#those(coverage, tried.slice(half)))];
  }

  async #run(input: Input): Promise<Outcome> {
    const { name } = this.#target;
    this.#setting.watch?.(name, ascii(input));
    const outcome = await outcomeOf(this.#target, input);
    this.#setting.watch?.(name, undefined);
    return outcome;
  }

  async #report(input: Input, rule: string): Promise<void> {
    if (!this.#isFirst(rule)) return;
    const breaks = async (tried: Input): Promise<boolean> => (await this.#run(tried)).rule === rule;
    const smallest = await shrunk(input, this.#target.smaller, breaks, this.#setting.tries);
    this.#finds.push(this.#find(smallest, rule, (await this.#run(smallest)).message));
  }

  /** Of one rule one find is told; the others are only a sign that it goes on. */
  #isFirst(rule: string): boolean {
    const count = this.#rules.get(rule) ?? 0;
    this.#rules.set(rule, count + 1);
    return count === 0;
  }

  #find(input: Input, rule: string, message = ""): Find {
    return { target: this.#target.name, rule, message, input: ascii(input) };
  }
}

/** A new input in one of five tries, and else one that is near one or two that are kept: the latest more often. */
function next<Input>(target: Target<Input>, random: Random, corpus: readonly Input[]): Input {
  if (corpus.length === 0 || random.chance(0.2)) return target.draw(random);
  const pool = random.chance(0.3) ? corpus.slice(-20) : corpus;
  return target.mutate(random, random.pick(pool), random.pick(corpus));
}
