// The tables, as queries see them. Search columns are generated, so they can only be read.

import type { Generated, GeneratedAlways } from "kysely";
import type { JsonObject } from "../values/json.ts";
import type { Permission } from "../values/permission.ts";
import type { ActivityTable } from "./activity-table.ts";
import type { DocumentTable, PassageTable, ShapeTable, SourceTable } from "./catalog-tables.ts";
import type { Instant, Json, MaybeInstant, MaybeJson, OfProject } from "./columns.ts";
import type {
  EmbeddingModelTable,
  EntityEmbeddingTable,
  MemoryEmbeddingTable,
  PassageEmbeddingTable,
} from "./embedding-tables.ts";
import type { EntityTable, RelationshipTable } from "./graph-tables.ts";
import type {
  AccountTable,
  CheckpointTable,
  EventTable,
  LedgerTable,
  LoopTable,
  ReadingTable,
  WorkerTable,
} from "./loop-tables.ts";
import type { MemoryTable, MemoryVersionTable } from "./memory-tables.ts";
import type { DeliveryTable, WebhookTable } from "./webhook-tables.ts";

/** A customer of the service, with projects and keys. */
export interface OrganizationTable {
  readonly id: string;
  readonly name: string;
  readonly created_at: Instant;
}

/** A project: everything stored belongs to one. */
export interface ProjectTable {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly created_at: Instant;
}

/** Keys, by their hashes. A key without a project is valid for all projects of its organization. */
export interface KeyTable {
  readonly id: string;
  readonly organization_id: string;
  readonly project_id: string | null;
  readonly name: string | null;
  readonly hash: Buffer;
  readonly permission: Generated<Permission>;
  /** The key that made it. */
  readonly parent_id: string | null;
  /** Those from which it descends; its parent is the last. */
  readonly ancestors: Generated<readonly string[]>;
  /** Of those and its own. */
  readonly slices: Generated<readonly string[]>;
  readonly subject_id: string | null;
  readonly created_at: Instant;
  readonly expires_at: MaybeInstant;
  readonly revoked_at: MaybeInstant;
  /** Whether its loops continue after it is revoked. */
  readonly keeps_loops: Generated<boolean>;
}

/** Slices, as written: names and dates are resolved at each use. */
export interface SliceTable extends OfProject {
  readonly name: string;
  readonly cql: string;
  readonly promoted: Generated<boolean>;
  readonly key_id: string | null;
  readonly created_at: Instant;
}

/** The statuses of a delta. */
export const deltaStatuses = ["open", "applied", "discarded", "reverted"] as const;

/** Changes that are reviewed together. */
export interface DeltaTable extends OfProject {
  readonly status: Generated<(typeof deltaStatuses)[number]>;
  /** The key that wrote it. */
  readonly key_id: string;
  /** Whether that key alone may see it. */
  readonly private: Generated<boolean>;
  readonly created_at: Instant;
  readonly finished_at: MaybeInstant;
  /** The answer when it was applied or reverted. */
  readonly answer: MaybeJson<JsonObject>;
  /** The number of changes that were applied. */
  readonly applied_changes: Generated<number>;
  /** The number of changes per kind of object; callers that add changes update it in the same transaction. */
  readonly entities: Generated<number>;
  readonly relationships: Generated<number>;
  readonly memories: Generated<number>;
  /** Grows by one with each transaction that changes anything of it or of its changes. */
  readonly revision: Generated<number>;
}

/** The evidence of a change: a quote, and its position in a document, in UTF-16 code units. */
export interface Evidence {
  readonly source_id: string;
  readonly document_id: string;
  readonly quote: string;
  readonly start: number;
  readonly end: number;
}

/** The operations of a change. */
export const changeOperations = ["create", "update"] as const;

/** The kinds of objects that changes are about. */
export const changeObjects = ["entity", "relationship", "memory"] as const;

/** What a reviewer may decide about a change. */
export const decisions = ["accepted", "rejected", "pending"] as const;

/** One change of a delta, with its position. */
export interface ChangeTable extends OfProject {
  readonly delta_id: string;
  readonly position: number;
  /** The key of the delta's writer, and whether only that key sees it: as in the delta, where neither changes. */
  readonly key_id: string;
  readonly private: boolean;
  readonly operation: (typeof changeOperations)[number];
  readonly object: (typeof changeObjects)[number];
  readonly object_id: string;
  readonly value: Json<JsonObject>;
  readonly before: MaybeJson<JsonObject>;
  readonly confidence: Generated<number>;
  readonly evidence: Json<readonly Evidence[]>;
  /** Whether it was left out when the delta was applied. */
  readonly excluded: Generated<boolean>;
  readonly decision: Generated<(typeof decisions)[number]>;
  /** The key that decided. */
  readonly decided_by: string | null;
  readonly decided_at: MaybeInstant;
  readonly note: string | null;
  /** The value as it was staged, if a reviewer has edited it. */
  readonly proposed: MaybeJson<JsonObject>;
  /** When it was applied, if others of its delta were not at that time. */
  readonly applied_at: MaybeInstant;
  /** What an applied update has replaced. */
  readonly undo: MaybeJson<JsonObject>;
  /** Whether it was decided that it is wrong, or was before an edit; loops remember it. */
  readonly rejected: GeneratedAlways<boolean>;
  /** The loop that found it. */
  readonly loop_id: string | null;
  /** Identifies equal finds of a delta: each key occurs once in a delta. */
  readonly merge_key: string | null;
  /** Identifies equal finds of a project. */
  readonly about: string | null;
  /** What each document says about it, by its ID. */
  readonly said: Json<Readonly<Record<string, readonly string[]>>>;
}

/** The vocabulary of a project, of the commons of an organization, or of a key. */
export interface WordTable {
  readonly organization_id: string;
  readonly owner_id: string;
  readonly of_passages: Generated<boolean>;
  readonly word: string;
  readonly n: Generated<number>;
  /** Null for ASCII words. */
  readonly spelled: GeneratedAlways<string | null>;
}

/** Responses kept for requests that may be sent again. */
export interface IdempotencyTable {
  readonly organization_id: string;
  readonly key_id: string;
  readonly key: string;
  readonly request_hash: Buffer;
  readonly status: number | null;
  readonly headers: MaybeJson<Readonly<Record<string, string>>>;
  readonly body: string | null;
  readonly about: string | null;
  readonly created_at: Instant;
}

/** Locked by who applies a delta of a project. */
export interface ProjectLockTable {
  readonly organization_id: string;
  readonly project_id: string;
}

/** All tables. */
export interface Tables {
  readonly project_lock: ProjectLockTable;
  readonly organization: OrganizationTable;
  readonly project: ProjectTable;
  readonly api_key: KeyTable;
  readonly shape: ShapeTable;
  readonly source: SourceTable;
  readonly document: DocumentTable;
  readonly passage: PassageTable;
  readonly entity: EntityTable;
  readonly relationship: RelationshipTable;
  readonly slice: SliceTable;
  readonly memory: MemoryTable;
  readonly memory_version: MemoryVersionTable;
  readonly memory_embedding: MemoryEmbeddingTable;
  readonly passage_embedding: PassageEmbeddingTable;
  readonly entity_embedding: EntityEmbeddingTable;
  readonly embedding_model: EmbeddingModelTable;
  readonly delta: DeltaTable;
  readonly change: ChangeTable;
  readonly word: WordTable;
  readonly activity: ActivityTable;
  readonly idempotency: IdempotencyTable;
  readonly account: AccountTable;
  readonly ledger: LedgerTable;
  readonly loop: LoopTable;
  readonly event: EventTable;
  readonly checkpoint: CheckpointTable;
  readonly reading: ReadingTable;
  readonly worker: WorkerTable;
  readonly webhook: WebhookTable;
  readonly delivery: DeliveryTable;
}
