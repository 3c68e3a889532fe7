// The tables of loops and credits, as queries see them.

import type { Generated } from "kysely";
import type { JsonObject } from "../values/json.ts";
import type {
  EventKind,
  ExtractorName,
  ledgerKinds,
  loopEfforts,
  loopKinds,
  loopStatuses,
  stopReasons,
} from "../values/loop-kinds.ts";
import type { Instant, Json, MaybeInstant, MaybeJson, OfProject } from "./columns.ts";

/** The account of an organization; its row is locked to spend credits or to claim a loop. */
export interface AccountTable {
  readonly organization_id: string;
  /** The number of its loops that are claimed. */
  readonly running: Generated<number>;
}

/** Entries of credits; the balance of an organization is their sum. */
export interface LedgerTable {
  readonly organization_id: string;
  readonly id: string;
  readonly loop_id: string | null;
  /** The ID of the loop. */
  readonly project_id: string | null;
  readonly kind: (typeof ledgerKinds)[number];
  readonly amount: number;
  readonly created_at: Instant;
}

/** The subject of a hydrate. */
export interface Subject {
  readonly type?: string;
  readonly name?: string;
  readonly id?: string;
  readonly purpose?: string;
}

/** A document that a loop reads, and which of its pieces. */
export interface PlannedDocument {
  readonly document_id: string;
  readonly source_id: string;
  readonly characters: number;
  readonly updated_at: string;
  readonly pieces: readonly number[];
}

/** Loops: jobs that read documents and stage what they find. */
export interface LoopTable extends OfProject {
  readonly key_id: string;
  readonly kind: (typeof loopKinds)[number];
  readonly effort: (typeof loopEfforts)[number];
  readonly goal: string;
  readonly subject: MaybeJson<Subject>;
  readonly shape_ids: readonly string[];
  /** Whose documents it reads; null: all. */
  readonly source_ids: readonly string[] | null;
  /** A digest of what is asked of each document. */
  readonly question: Generated<string>;
  readonly extractor: Generated<ExtractorName>;
  /** Whether it stages again what was rejected. */
  readonly reconsiders: Generated<boolean>;
  readonly delta_id: string;
  readonly plan: Json<readonly PlannedDocument[]>;
  readonly pieces: number;
  readonly max_iterations: number;
  readonly quality_threshold: number;
  readonly status: Generated<(typeof loopStatuses)[number]>;
  readonly iteration: Generated<number>;
  readonly quality: number | null;
  /** The two factors of the quality. */
  readonly coverage: number | null;
  readonly evidence: number | null;
  readonly stopped: (typeof stopReasons)[number] | null;
  readonly entities: Generated<number>;
  readonly relationships: Generated<number>;
  readonly reserved: number;
  readonly spent: Generated<number>;
  /** Characters of the readings that a model has answered since the last committed iteration; not in `spent` yet. */
  readonly asked: Json<Readonly<Record<string, number>>>;
  readonly last_sequence: Generated<number>;
  readonly lease_owner: string | null;
  readonly lease_token: Generated<number>;
  readonly lease_until: MaybeInstant;
  readonly attempt: Generated<number>;
  /** How many processes died while running it since the last committed iteration. */
  readonly deaths: Generated<number>;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly created_at: Instant;
  readonly started_at: MaybeInstant;
  readonly finished_at: MaybeInstant;
}

/** The events of a loop, without gaps. */
export interface EventTable {
  readonly organization_id: string;
  readonly project_id: string;
  readonly loop_id: string;
  readonly sequence: number;
  readonly kind: EventKind;
  readonly iteration: number;
  readonly at: Instant;
  readonly data: Json<JsonObject>;
}

/** The state of a loop after an iteration. */
export interface CheckpointTable extends OfProject {
  readonly loop_id: string;
  readonly iteration: number;
  readonly sequence: number;
  readonly quality: number;
  readonly entities: number;
  readonly relationships: number;
  readonly documents: number;
  readonly credits: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly state: Json<JsonObject>;
  readonly created_at: Instant;
}

/** Which pieces of a document were read, and for which question. */
export interface ReadingTable {
  readonly organization_id: string;
  readonly project_id: string;
  readonly document_id: string;
  readonly question: string;
  readonly extractor: ExtractorName;
  readonly version: string;
  /** Of the document, as it was read. */
  readonly updated_at: Instant;
  readonly pieces: readonly number[];
  /** Relationships in them that lack an end. */
  readonly unconnected: Json<readonly JsonObject[]>;
}

/** Workers: processes that run loops. */
export interface WorkerTable {
  readonly id: string;
  readonly seen_at: Instant;
  readonly extractor: Generated<string>;
  readonly version: string | null;
}
