// A project in which everything changes at random, and followers of its slices that must know who is in them.

import { sql } from "kysely";
import { compile, createCatalog, namesIn } from "slice-cql";
import { intersect } from "slice-cql/algebra";
import { lookUp } from "../../src/catalog/catalog.ts";
import { changeSource } from "../../src/catalog/change.ts";
import { putSource } from "../../src/catalog/write.ts";
import { entityWhere } from "../../src/database/entities-of.ts";
import { ofTenant } from "../../src/database/of-tenant.ts";
import { type Database, type Tenant, type Transaction, transaction } from "../../src/database/transaction.ts";
import { writeEntities } from "../../src/entities/write.ts";
import { walk } from "../../src/live/walk.ts";
import { sideOf, type WithSide } from "../../src/log/side.ts";
import { logOf } from "../../src/log/written.ts";
import { type Point, pointNow } from "../../src/slices/point.ts";
import { viewOf } from "../../src/slices/view.ts";

/** What is followed: a slice, and the slices that limit the key. */
export type Followed = readonly [cql: string, ...limits: string[]];

/** Slices of every kind of date, with names that change. */
const followed: readonly Followed[] = [
  ["type:Deal source:gmail after:7d"],
  ["after:1mo before:3d"],
  ["before:1mo"],
  ["type:Deal type:Person"],
  ["source:slack after:last-month before:yesterday"],
  ["after:today"],
  [""],
  ["source:gmail source:slack after:1y before:11mo"],
  ["type:Person after:2mo", "source:gmail after:1mo"],
  // These have something in common at times alone.
  ["after:12h", "type:Deal before:today"],
  ["before:today", "after:12h", "type:Deal"],
  ["type:Person", "type:Person type:Deal before:12h", "source:slack"],
];

/** Who follows: where it is, and who it believes is in the slice. */
interface Follower {
  readonly texts: Followed;
  point: Point;
  readonly members: Set<string>;
}

const [hour, day] = [60 * 60_000, 24 * 60 * 60_000];
const types = ["Deal", "Person", "Note"];
const names = ["gmail", "slack", "post"];

/** What is wrong on purpose: everyone must be found to be wrong then. */
export interface Flaw {
  /** Whether deletes are not in the log. */
  readonly forgetsDeletes?: boolean;
  /** What a cursor forgets. */
  readonly blurs?: (from: Point, to: Point) => Point;
}

/** A world of one project. */
export class World {
  clock = Date.parse("2026-01-20T10:00:00Z");
  readonly #database: Database;
  readonly #tenant: Tenant;
  readonly #random: () => number;
  readonly #flaw: Flaw;
  readonly #sources: string[] = [];
  readonly #entities: string[] = [];
  readonly #followers: Follower[] = [];
  /** What followers have been told. */
  readonly told = { entered: 0, left: 0, changed: 0, write: 0, names: 0, time: 0 };

  constructor(database: Database, tenant: Tenant, random: () => number, flaw: Flaw = {}) {
    this.#database = database;
    this.#tenant = tenant;
    this.#random = random;
    this.#flaw = flaw;
  }

  /** Something happens. */
  async step(): Promise<void> {
    const dice = this.#random();
    if (dice < 0.3) await this.#write();
    else if (dice < 0.38) await this.#delete();
    else if (dice < 0.44) await this.#rename();
    else if (dice < 0.6) this.#pass();
    else if (dice < 0.66) await this.#follow();
    else await this.#page();
  }

  /** Somebody writes, deletes or renames. */
  async write(): Promise<void> {
    const dice = this.#random();
    await (dice < 0.7 ? this.#write() : dice < 0.9 ? this.#delete() : this.#rename());
  }

  /** Time passes, and somebody follows or looks. */
  async look(): Promise<void> {
    this.#pass();
    await (this.#random() < 0.3 ? this.#follow() : this.#page());
  }

  /** Whether all followers, once they know of everything, believe what is so. */
  async check(): Promise<void> {
    for (const follower of this.#followers) while (await this.#advance(follower, 1000));
  }

  #below(most: number): number {
    return Math.floor(this.#random() * most);
  }

  #pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.#below(items.length)];
  }

  async #in<Result>(work: (tx: Transaction) => Promise<Result>, isRead = false): Promise<Result> {
    return await transaction(
      this.#database,
      this.#tenant,
      work,
      isRead ? "repeatable read read only" : "read committed",
    );
  }

  #date(): string {
    // Near a bound of a slice, more often than not; and some at the same instant.
    const back =
      this.#pick([
        0,
        hour,
        12 * hour,
        3 * day,
        7 * day,
        28 * day,
        30 * day,
        31 * day,
        59 * day,
        335 * day,
        365 * day,
      ]) ?? 0;
    const rounded = this.#random() < 0.3 ? Math.floor(this.clock / day) * day : this.clock;
    return new Date(
      rounded - back + (this.#below(5) - 2) * (this.#pick([1, 1000, hour, day]) ?? 1),
    ).toISOString();
  }

  async #write(): Promise<void> {
    const rows = Array.from({ length: 1 + this.#below(4) }, () => {
      const isNew = this.#entities.length < 10 || this.#random() < 0.4;
      const id = isNew ? crypto.randomUUID() : (this.#pick(this.#entities) ?? crypto.randomUUID());
      if (isNew) this.#entities.push(id);
      return {
        id,
        type: this.#pick(types) ?? "Deal",
        source_id: this.#random() < 0.2 ? null : (this.#pick(this.#sources) ?? null),
        ...(this.#random() < 0.8 && { created_at: this.#date() }),
        properties: { n: this.#below(2) },
      };
    });
    await this.#in(async (tx) => {
      await writeEntities(tx, this.#tenant, rows);
      if (this.#random() < 0.1) await this.#remove(tx, rows[0]?.id ?? "");
    });
  }

  async #delete(): Promise<void> {
    const id = this.#pick(this.#entities);
    if (id !== undefined) await this.#in(async (tx) => await this.#remove(tx, id));
  }

  async #remove(tx: Transaction, id: string): Promise<void> {
    const isIt = sql`${ofTenant(this.#tenant)} and id = ${id}::uuid`;
    const rows = await tx.all(sql<WithSide>`select ${sideOf("entity")} from entity where ${isIt} for update`);
    await tx.all(sql`delete from entity where ${isIt}`);
    if (this.#flaw.forgetsDeletes !== true) logOf(tx, this.#tenant).deleted(rows);
  }

  async #rename(): Promise<void> {
    const name = this.#pick(names) ?? "post";
    const id = this.#pick(this.#sources);
    await this.#in(async (tx) => {
      if (id === undefined || this.#sources.length < 6)
        this.#sources.push((await putSource(tx, this.#tenant, { name })).id);
      else await changeSource(tx, this.#tenant, id, { name });
    });
  }

  #pass(): void {
    const next = this.#pick([1, 2, 999, hour, 7 * hour, day, 3 * day, 11 * day]) ?? 1;
    const midnight = (Math.floor(this.clock / day) + 1) * day;
    this.clock = this.#random() < 0.3 ? midnight - 1 + this.#below(3) : this.clock + next;
  }

  async #follow(): Promise<void> {
    if (this.#followers.length > 40) this.#followers.splice(this.#below(40), 1);
    const texts = this.#pick(followed) ?? [""];
    const [point, members] = await this.#in(async (tx) => await this.#now(tx, texts), true);
    this.#followers.push({ texts, point, members });
  }

  /** The point of now, and who is in a slice. */
  async #now(tx: Transaction, texts: Followed): Promise<readonly [Point, Set<string>]> {
    const { end: _end, ...now } = await pointNow(tx, this.#tenant);
    const named = texts.map((text) => namesIn(text));
    const wanted = { shapes: [], sources: named.flatMap(({ sources }) => sources) };
    const catalog = createCatalog(await lookUp(tx, this.#tenant, wanted));
    const filters = texts.map((text) => {
      const compiled = compile(text, { catalog, now: this.clock });
      if (!compiled.ok) throw new Error(`${text} is refused.`);
      return compiled.filter_definition;
    });
    const rows = await tx.all(
      sql<{
        readonly id: string;
      }>`select id from entity e where ${ofTenant(this.#tenant, "e")} and ${entityWhere(filters.reduce(intersect))}`,
    );
    return [{ ...now, instant: this.clock }, new Set(rows.map(({ id }) => id))];
  }

  async #page(): Promise<void> {
    const follower = this.#pick(this.#followers);
    if (follower !== undefined) await this.#advance(follower, 1 + this.#below(5));
  }

  /** Tells a follower some of what has changed; whether there is more. */
  async #advance(follower: Follower, most: number): Promise<boolean> {
    const [cql, ...slices] = follower.texts;
    const limits = slices.length === 0 ? undefined : { slices, subjectId: undefined };
    return await this.#in(async (tx) => {
      const [to, members] = await this.#now(tx, follower.texts);
      const from = this.#flaw.blurs?.(follower.point, to) ?? follower.point;
      const tenant = { ...this.#tenant, limits };
      const view = await viewOf(tx, tenant, cql, Math.min(from.version, from.split?.version ?? from.version));
      const { steps, point } = await walk({ tx, tenant, view, isGone: () => false }, from, to, most);
      for (const { change } of steps) {
        const isIn = follower.members.has(change.entity_id);
        if (isIn !== (change.kind !== "entered"))
          throw new Error(
            `${JSON.stringify(change)} of ${JSON.stringify(follower.texts)}, which ${isIn ? "has" : "lacks"} it`,
          );
        if (change.kind === "entered") follower.members.add(change.entity_id);
        if (change.kind === "left") follower.members.delete(change.entity_id);
        this.told[change.kind]++;
        this.told[change.reason]++;
      }
      follower.point = point;
      if (steps.length === most) return true;
      const wrong = [
        ...[...members].filter((id) => !follower.members.has(id)),
        ...[...follower.members].filter((id) => !members.has(id)),
      ];
      if (wrong.length > 0)
        throw new Error(
          `${JSON.stringify(follower.texts)} at ${new Date(this.clock).toISOString()} is wrong about ${wrong.join()}`,
        );
      return false;
    }, true);
  }
}
