// Reads the pieces of an iteration. This takes long, and writes nothing.

import { allSettledOrThrow } from "../database/all-settled.ts";
import { build } from "../database/build.ts";
import { ofTenant, type TenantKey } from "../database/of-tenant.ts";
import type { Transaction } from "../database/transaction.ts";
import {
  type Extractor,
  type Reading,
  Unreadable,
  type Usage,
  type Wanted,
} from "../extraction/extractor.ts";
import { type Checked, checkEvidence, supportedByBoth } from "./evidence.ts";
import { connectedTo } from "./hydrate.ts";
import type { Pay } from "./payment.ts";
import { type PlannedPiece, partOf, type TextPart } from "./pieces.ts";
import type { LoopRow } from "./rows.ts";

/** A piece with its text. */
export interface Loaded {
  readonly piece: PlannedPiece;
  /** Its place in the plan. */
  readonly place: number;
  readonly title: string | null;
  /** The version of the document that was read; empty if it was deleted. */
  readonly updatedAt: string;
  readonly part: TextPart;
}

/** The result of reading a piece. */
export interface Outcome {
  readonly loaded: Loaded;
  /** The finds, or why the piece could not be read. */
  readonly checked: Checked | undefined;
  readonly reason: string;
  readonly usage: Usage;
}

/** Pieces read concurrently. */
const atOnce = 4;

const empty = { title: null, updatedAt: "", part: { start: 0, text: "" } };

/** Loads the current texts of these pieces. */
export async function load(
  tx: Transaction,
  tenant: TenantKey,
  pieces: readonly PlannedPiece[],
  places: readonly number[],
): Promise<readonly Loaded[]> {
  const ids = [...new Set(places.map((place) => pieces[place]?.documentId ?? ""))];
  const rows = await tx.all(
    build
      .selectFrom("document")
      .select(["id", "title", "text", "updated_at"])
      .where(ofTenant(tenant))
      .where("id", "in", ids),
  );
  const documents = new Map(rows.map((row) => [row.id, row]));
  return places.flatMap((place) => {
    const piece = pieces[place];
    if (piece === undefined) return [];
    const found = documents.get(piece.documentId);
    // Of a document that was deleted there is nothing to read, and so nothing to pay for.
    if (found === undefined) return [{ ...empty, piece: { ...piece, characters: 0 }, place }];
    const { title, text, updated_at } = found;
    return [{ piece, place, title, updatedAt: updated_at.toISOString(), part: partOf(text, piece.index) }];
  });
}

/** Options of reading. */
export interface ReadOptions {
  readonly row: LoopRow;
  readonly extractor: Extractor;
  readonly wanted: Wanted;
  readonly signal: AbortSignal;
  /** Called for each reading that a model has answered. */
  readonly pay?: Pay;
}

/** Reads pieces, a few at a time, and returns the outcome of each, in order. */
export async function readAll(loaded: readonly Loaded[], how: ReadOptions): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const failed = new AbortController();
  const signal = AbortSignal.any([how.signal, failed.signal]);
  let next = 0;
  const take = async (): Promise<void> => {
    try {
      for (let at = next++; at < loaded.length && !signal.aborted; at = next++) {
        const each = loaded[at];
        if (each !== undefined) outcomes[at] = await readOne(each, { ...how, signal });
      }
    } catch (error) {
      // Stop the others: the iteration is read again later.
      failed.abort(error);
      throw error;
    }
  };
  await allSettledOrThrow(Array.from({ length: atOnce }, take));
  return outcomes;
}

async function readOne(
  loaded: Loaded,
  { row, extractor, wanted, signal, pay }: ReadOptions,
): Promise<Outcome> {
  const { piece, place, title, part, updatedAt } = loaded;
  const what = { piece, part, updatedAt, extractor: extractor.name };
  const read = async (first?: Reading): Promise<Reading> => {
    const reading = first === undefined ? 1 : 2;
    const onAnswer = async (instructions: number): Promise<void> =>
      await pay?.({ piece, place, reading, instructions });
    return await extractor.read({ title, text: part.text }, wanted, { signal, first, onAnswer });
  };
  let usage: Usage = { inputTokens: 0, outputTokens: 0 };
  try {
    const first = await read();
    usage = first.usage;
    let checked = checkEvidence(first, wanted, what);
    if (row.effort === "agentic_plus") {
      // Without finds that lack evidence: they are not in the text, so they are not sent to the model again.
      const second = await read({ ...checked, usage });
      usage = sum(usage, second.usage);
      checked = supportedByBoth(checked, checkEvidence(second, wanted, what));
    }
    return { loaded, checked: connectedTo(row.subject, checked), reason: "", usage };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { loaded, checked: undefined, reason: error.message, usage: sum(usage, error.usage) };
  }
}

/** Adds the tokens of two calls. */
export function sum(a: Usage, b: Usage): Usage {
  return { inputTokens: a.inputTokens + b.inputTokens, outputTokens: a.outputTokens + b.outputTokens };
}
