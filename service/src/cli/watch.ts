// Watches a loop: a line that is redrawn on a terminal, a line an event elsewhere.

import { setTimeout as sleep } from "node:timers/promises";
import { styleText } from "node:util";
import { type Database, type Tenant, transaction } from "../database/transaction.ts";
import { eventsAfter, isLast, type ShownEvent } from "../loops/events.ts";
import { loopsOf } from "../loops/rows.ts";
import { isJsonObject, type JsonObject } from "../values/json.ts";
import { creditWords, foundWords, qualityWords } from "./loop-words.ts";
import { counted, plainJson, shortened, write } from "./print.ts";
import { barFor, type Screen } from "./progress.ts";

/** How to watch. */
export interface Watching {
  /** Events up to this sequence count, and are not shown. */
  readonly after: number;
  readonly asJson: boolean;
}

const pollMs = 200;
const pageSize = 1000;
/** The exit status that shells report for a program ended by Ctrl-C. */
const interrupted = 130;

/** Shows what happens to a loop until it ends, and returns the exit status. Ctrl-C only stops watching. */
export async function watchLoop(
  database: Database,
  tenant: Tenant,
  loopId: string,
  watching: Watching,
): Promise<number> {
  const leaving = new AbortController();
  const leave = (): void => leaving.abort();
  process.once("SIGINT", leave);
  // The reader has seen enough.
  process.stdout.once("error", leave);
  const query = loopsOf(tenant).where("id", "=", loopId);
  const row = await transaction(database, tenant, async (tx) => await tx.first(query));
  const view = viewOn({ isTTY: process.stdout.isTTY, write }, watching, row?.max_iterations ?? 1);
  let seen = watching.after;
  try {
    for await (const event of follow(database, tenant, loopId, leaving.signal)) {
      view.show(event);
      if (isLast(event)) return event.kind === "loop.completed" ? 0 : 1;
      seen = Math.max(seen, event.sequence);
    }
  } finally {
    view.end();
    process.off("SIGINT", leave);
    process.stdout.off("error", leave);
  }
  process.stderr.write(
    `the loop keeps running; to watch it again: \`loop watch ${loopId} --after ${seen}\`\n`,
  );
  return interrupted;
}

/** The events of a loop from the first one: what it has come to is the sum of them. */
async function* follow(
  database: Database,
  tenant: Tenant,
  loopId: string,
  signal: AbortSignal,
): AsyncGenerator<ShownEvent, void> {
  let after = 0;
  while (!signal.aborted) {
    const page = { after, limit: pageSize };
    const { events, hasMore } = await transaction(
      database,
      tenant,
      async (tx) => await eventsAfter(tx, tenant, loopId, page),
    );
    yield* events;
    after = events.at(-1)?.sequence ?? after;
    if (!hasMore) await sleep(pollMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Shows events. */
export interface View {
  readonly show: (event: ShownEvent) => void;
  /** Removes the line that is redrawn, and says instead how the loop has ended. */
  readonly end: () => void;
}

const lineStart = "\r\u001B[K";

/** Shows the events of a loop of so many iterations at most. */
export function viewOn(screen: Screen, { after, asJson }: Watching, mostIterations: number): View {
  let state: State = { ...atFirst, mostIterations };
  let end = "";
  const isBar = screen.isTTY === true && !asJson;
  return {
    show: (event) => {
      const { kind, data, sequence, iteration } = event;
      state = { ...state, iteration, ...steps[kind]?.(data, state) };
      const words = sentences[kind](data, state);
      if (isLast(event)) end = `${words}\n`;
      // The terminal cuts off what does not fit, as it alone knows how wide its characters are.
      if (isBar) screen.write(`${lineStart}\u001B[?7l${barOf(state)}\u001B[?7h`);
      else if (sequence > after) screen.write(`${asJson ? plainJson(event) : `${sequence}  ${words}`}\n`);
    },
    end: () => {
      if (isBar) screen.write(lineStart + end);
    },
  };
}

/** Where a loop is, by its events. */
type State = Readonly<typeof atFirst>;

const atFirst = {
  isQueued: true,
  iteration: 0,
  mostIterations: 1,
  /** Whether an iteration was committed, so that the next four are known. */
  isReviewed: false,
  read: 0,
  pieces: 0,
  quality: 0,
  threshold: 0,
  entities: 0,
  relationships: 0,
  spent: 0,
  reserved: 0,
  /** The title of the last document that was read, or its ID. */
  document: "",
};

type Kind = ShownEvent["kind"];

/** What events change. */
const steps: Readonly<Partial<Record<Kind, (data: JsonObject, state: State) => Partial<State>>>> = {
  "loop.queued": (data) => ({ reserved: numberIn(data, "estimated_credits") }),
  "loop.started": () => ({ isQueued: false }),
  "document.read": (data) => ({ document: documentIn(data) }),
  "changes.staged": (data, { entities, relationships }) => ({
    entities: entities + numberIn(data, "entities"),
    relationships: relationships + numberIn(data, "relationships"),
  }),
  "quality.reviewed": (data) => ({
    isReviewed: true,
    read: numberIn(data, "pieces_read"),
    pieces: numberIn(data, "pieces"),
    quality: numberIn(data, "quality"),
    threshold: numberIn(data, "threshold"),
  }),
  "iteration.completed": (data, { spent }) => ({ spent: spent + numberIn(data, "credits") }),
};

/** The text for events, once they have changed the state. */
const sentences: Readonly<Record<Kind, (data: JsonObject, state: State) => string>> = {
  "loop.queued": (data, { reserved }) =>
    `queued: ${counted(numberIn(data, "documents"), "document")}, ${counted(reserved, "credit")} reserved`,
  "loop.started": () => "started",
  "loop.resumed": () => "taken over by another worker",
  "iteration.started": (data, { iteration }) =>
    `iteration ${iteration}: ${counted(numberIn(data, "pieces"), "piece")}`,
  "document.read": (data) => {
    const missed = numberIn(data, "missed");
    const but = missed === 0 ? "" : `, could not read ${missed}: ${textIn(data, "reason")}`;
    return `read ${documentIn(data)}, ${counted(numberIn(data, "pieces"), "piece")}${but}`;
  },
  "changes.staged": (data) =>
    `found ${foundWords(numberIn(data, "entities"), numberIn(data, "relationships"))}`,
  "quality.reviewed": (_, state) => reviewOf(state).join(", "),
  "checkpoint.saved": () => "saved",
  "iteration.completed": (_, { iteration, spent, reserved }) =>
    `iteration ${iteration} completed, ${creditWords(spent, reserved)}`,
  "credits.settled": (_, { spent, reserved }) => `settled, ${creditWords(spent, reserved)}`,
  "loop.completed": (_, state) => [styleText("green", "completed"), ...figuresOf(state)].join(", "),
  "loop.failed": ({ error }, state) => {
    const why = isJsonObject(error) ? textIn(error, "message") : "";
    return [`${styleText("red", "failed")}: ${why}`, ...figuresOf(state)].join(", ");
  },
  "loop.canceled": (_, state) => [styleText("yellow", "canceled"), ...figuresOf(state)].join(", "),
};

function barOf(state: State): string {
  const { isQueued, iteration, mostIterations, read, pieces, document } = state;
  if (isQueued) return "queued, waiting for a worker";
  // It is over with the last piece, or with the last iteration.
  const share = Math.min(1, Math.max(read / Math.max(1, pieces), iteration / mostIterations));
  const words = [`iteration ${iteration} of ${mostIterations}`, ...figuresOf(state), document];
  return `${barFor(share, process.stdout)} ${words.filter((word) => word !== "").join(", ")}`;
}

function figuresOf(state: State): readonly string[] {
  const { entities, relationships, spent, reserved } = state;
  return [...reviewOf(state), foundWords(entities, relationships), creditWords(spent, reserved)];
}

function reviewOf({ isReviewed, read, pieces, quality, threshold }: State): readonly string[] {
  const of = `quality ${qualityWords(quality)} of ${qualityWords(threshold)}`;
  return isReviewed ? [`${read} of ${counted(pieces, "piece")}`, of] : [];
}

function numberIn(data: JsonObject, member: string): number {
  const value = data[member];
  return typeof value === "number" ? value : 0;
}

const longest = 200;

function textIn(data: JsonObject, member: string): string {
  const value = data[member];
  return typeof value === "string" ? shortened(value, longest) : "";
}

function documentIn(data: JsonObject): string {
  return textIn(data, "title") || textIn(data, "document_id");
}
