// The tables of vectors, as their columns are read and written.

import type { Instant, MaybeInstant, OfProject } from "./columns.ts";
import type { EntityTable } from "./graph-tables.ts";
import type { MemoryTable } from "./memory-tables.ts";

/** Models of which vectors are made. */
export interface EmbeddingModelTable {
  /** Its name and its dimensions. */
  readonly id: string;
  readonly name: string;
  readonly dimensions: number;
  readonly is_current: boolean;
  readonly current_at: Instant;
  readonly completed_at: MaybeInstant;
  readonly walked_kind: string | null;
  readonly walked_organization: string | null;
  readonly walked_id: string | null;
  readonly walked_at: MaybeInstant;
}

/** What a text means, as a vector. */
interface Embedding extends Omit<OfProject, "id"> {
  readonly model: string;
  /** A hash of the text. */
  readonly said: string;
  /** Null until it is made. */
  readonly vector: Buffer | null;
  readonly scale: number | null;
  readonly made_at: MaybeInstant;
  readonly due_at: Instant;
  readonly claim: string | null;
  readonly tries: number;
}

/** What memories mean. */
export interface MemoryEmbeddingTable extends Embedding, Pick<MemoryTable, "key_id" | "scope"> {
  readonly memory_id: string;
  readonly subject_id: string | null;
}

/** What passages of documents mean. */
export interface PassageEmbeddingTable extends Embedding {
  readonly passage_id: string;
}

/** What entities mean. */
export interface EntityEmbeddingTable
  extends Embedding,
    Pick<EntityTable, "created_at" | "shape_id" | "source_id" | "source_shape_id" | "type"> {
  readonly entity_id: string;
}
