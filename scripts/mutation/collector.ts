// What a test file imports as Vitest here: it collects the tests, for them to be run one by one, often, and in one thread.
import { expect } from "vitest";

/** A test, and what has to be done before the first of its group. */
export interface Collected {
  readonly name: string;
  readonly body: () => unknown;
  readonly groups: readonly Group[];
}

/** A `describe`. */
export interface Group {
  readonly name: string;
  readonly before: (() => unknown)[];
  readonly after: (() => unknown)[];
}

type Body = (...values: unknown[]) => unknown;

/** The part of Vitest's exports that the tests use, and the tests that were written with it. */
export class Collector {
  readonly tests: Collected[] = [];
  #groups: readonly Group[] = [{ name: "", before: [], after: [] }];

  /** What `import … from "vitest"` gives. */
  readonly exports: Readonly<Record<string, unknown>> = {
    expect,
    test: Object.assign(this.#test.bind(this), { each: this.#each(this.#test.bind(this)) }),
    describe: Object.assign(this.#describe.bind(this), {
      each: this.#each(this.#describe.bind(this)),
      runIf: (condition: unknown) => (condition ? this.#describe.bind(this) : () => undefined),
    }),
    beforeAll: (body: Body) => this.#groups.at(-1)?.before.push(body),
    afterAll: (body: Body) => this.#groups.at(-1)?.after.push(body),
  };

  #test(name: string, ...more: readonly unknown[]): void {
    const body = more.find(isBody);
    if (body !== undefined) this.tests.push({ name, body, groups: this.#groups });
  }

  #describe(name: string, ...more: readonly unknown[]): void {
    const outer = this.#groups;
    this.#groups = [...outer, { name, before: [], after: [] }];
    more.find(isBody)?.();
    this.#groups = outer;
  }

  /** Rows are taken apart if all are lists. */
  #each(one: (name: string, ...more: readonly unknown[]) => void) {
    return (rows: readonly unknown[]) =>
      (name: string, ...more: readonly unknown[]): void => {
        const body = more.find(isBody);
        const lists = rows.filter(isList);
        const values = lists.length === rows.length ? lists : rows.map((row) => [row]);
        for (const row of values) one(name, () => body?.(...row));
      };
  }
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isBody(value: unknown): value is Body {
  return typeof value === "function";
}
