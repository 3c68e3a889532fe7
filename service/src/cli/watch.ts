// Watches a loop: redraws one line on a terminal, prints one line per event elsewhere.

import { setTimeout as sleep } from "node:timers/promises";
import { styleText } from "node:util";
import { type Database, type Tenant, transaction } from "../database/transaction.ts";
import { eventsAfter, isLast, type ShownEvent } from "../loops/events.ts";
import { type ShownLoop, selectShownLoops } from "../loops/rows.ts";
import { isJsonObject, type JsonObject } from "../values/json.ts";
import { creditsText, foundText, qualityText } from "./loop-words.ts";
import { counted, plainJson, shortened, write } from "./print.ts";
import { barFor, type Screen } from "./progress.ts";

/** The options of a watch. */
export interface Watching {
  /** Events up to this sequence update the state but are not shown. */
  readonly after: number;
  readonly asJson: boolean;
}

const pollMs = 200;
const pageSize = 1000;
/** The exit status that shells report for a program ended by Ctrl-C. */
const interrupted = 130;

/** Shows the events of a loop until it ends, and returns the exit status. Ctrl-C only stops watching. */
export async function watchLoop(
  database: Database,
  tenant: Tenant,
  loopId: string,
  watching: Watching,
): Promise<number> {
  const leaving = new AbortController();
  const leave = (): void => leaving.abort();
  process.once("SIGINT", leave);
  // The reader has closed the pipe.
  process.stdout.once("error", leave);
  const query = selectShownLoops(tenant).where("id", "=", loopId);
  const row = await transaction(database, tenant, async (tx) => await tx.first(query));
  const view = viewOn({ isTTY: process.stdout.isTTY, write }, watching, row?.max_iterations ?? 1);
  let seen = watching.after;
  let end: ShownEvent | undefined;
  try {
    for await (const event of follow(database, tenant, loopId, leaving.signal)) {
      view.show(event);
      if (isLast(event)) {
        end = event;
        break;
      }
      seen = Math.max(seen, event.sequence);
    }
  } finally {
    view.end();
    process.off("SIGINT", leave);
    process.stdout.off("error", leave);
  }
  if (end !== undefined) {
    if (end.data["stopped"] === "max_iterations" && !watching.asJson && row !== undefined) write(goOn(row));
    return end.kind === "loop.completed" ? 0 : 1;
  }
  process.stderr.write(
    `the loop keeps running; to watch it again: \`loop watch ${loopId} --after ${seen}\`\n`,
  );
  return interrupted;
}

/** How to read the rest of what a loop has stopped in. */
function goOn({ delta_id }: Pick<ShownLoop, "delta_id">): string {
  return `it stopped at max_iterations, before the end of the text; to read on, start it again in the same way with \`--head-delta ${delta_id}\` (\`head_delta_id\` in the API)\n`;
}

/** Reads events from the first one, because the state shown is computed from all of them. */
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
  /** Removes the redrawn line, and prints how the loop has ended. */
  readonly end: () => void;
}

const lineStart = "\r\u001B[K";

/** Shows the events of a loop with at most this many iterations. */
export function viewOn(screen: Screen, { after, asJson }: Watching, mostIterations: number): View {
  let state: State = { ...atFirst, mostIterations };
  let end = "";
  const isBar = screen.isTTY === true && !asJson;
  return {
    show: (event) => {
      const { kind, data, sequence, iteration } = event;
      state = { ...state, iteration, ...steps[kind]?.(data, state) };
      const text = sentences[kind](data, state);
      if (isLast(event)) end = `${text}\n`;
      // The terminal cuts off what does not fit: only it knows how wide its characters are.
      if (isBar) screen.write(`${lineStart}\u001B[?7l${barOf(state)}\u001B[?7h`);
      else if (sequence > after) screen.write(`${asJson ? plainJson(event) : `${sequence}  ${text}`}\n`);
    },
    end: () => {
      if (isBar) screen.write(lineStart + end);
    },
  };
}

/** The state of a loop, computed from its events. */
type State = Readonly<typeof atFirst>;

const atFirst = {
  isQueued: true,
  iteration: 0,
  mostIterations: 1,
  /** Whether an iteration was committed: only then are the next four members known. */
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

/** How each kind of event changes the state. */
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

/** The text of each kind of event, once the state is updated. */
const sentences: Readonly<Record<Kind, (data: JsonObject, state: State) => string>> = {
  "loop.queued": (data, { reserved }) =>
    `queued: ${counted(numberIn(data, "documents"), "document")}, ${counted(reserved, "credit")} reserved`,
  "loop.started": () => "started",
  "loop.resumed": () => "taken over by another worker",
  "iteration.started": (data, { iteration }) =>
    `iteration ${iteration}: ${counted(numberIn(data, "pieces"), "piece")}`,
  "document.read": (data) => {
    if (data["deleted"] === true) return `${documentIn(data)} was deleted`;
    const missed = numberIn(data, "missed");
    const but = missed === 0 ? "" : `, could not read ${missed}: ${textIn(data, "reason")}`;
    return `read ${documentIn(data)}, ${counted(numberIn(data, "pieces"), "piece")}${but}`;
  },
  "changes.staged": (data) =>
    `found ${foundText(numberIn(data, "entities"), numberIn(data, "relationships"))}`,
  "quality.reviewed": (_, state) => reviewOf(state).join(", "),
  "checkpoint.saved": () => "saved",
  "iteration.completed": (_, { iteration, spent, reserved }) =>
    `iteration ${iteration} completed, ${creditsText(spent, reserved)}`,
  "credits.settled": (_, { spent, reserved }) => `settled, ${creditsText(spent, reserved)}`,
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
  // Done with the last piece or the last iteration, whichever comes first.
  const share = Math.min(1, Math.max(read / Math.max(1, pieces), iteration / mostIterations));
  const parts = [`iteration ${iteration} of ${mostIterations}`, ...figuresOf(state), document];
  return `${barFor(share, process.stdout)} ${parts.filter((word) => word !== "").join(", ")}`;
}

function figuresOf(state: State): readonly string[] {
  const { entities, relationships, spent, reserved } = state;
  return [...reviewOf(state), foundText(entities, relationships), creditsText(spent, reserved)];
}

function reviewOf({ isReviewed, read, pieces, quality, threshold }: State): readonly string[] {
  const of = `quality ${qualityText(quality)} of ${qualityText(threshold)}`;
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
