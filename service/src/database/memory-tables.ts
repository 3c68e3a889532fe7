// The tables of memories, as their columns are read and written.

import type { GeneratedAlways } from "kysely";
import type { JsonObject } from "../values/json.ts";
import type { Instant, MaybeInstant, MaybeJson, OfProject, Search } from "./columns.ts";

/** The kinds of memories. */
export const memoryKinds = ["preference", "decision", "fact", "lesson", "observation", "signal"] as const;

/** Who can recall a memory. */
export const memoryScopes = ["agent", "commons", "project"] as const;

/** What makes a version of a memory. */
export const memoryChanges = ["created", "updated", "superseded", "restored"] as const;

/** What a memory says, and a version of it. */
interface Said {
  readonly content: string;
  readonly kind: (typeof memoryKinds)[number] | null;
  readonly subject: MaybeJson<JsonObject>;
  /** The `id` of the subject, if it is a text. */
  readonly subject_id: GeneratedAlways<string | null>;
  readonly source_context: string | null;
  /** The conversation or other sequence that it is part of. */
  readonly thread: string | null;
  /** When it was so or was said; null: when it was written. */
  readonly valid_at: MaybeInstant;
  readonly forget_after: MaybeInstant;
  readonly forget_reason: string | null;
  readonly shape_id: string | null;
}

/** Memories of agents. */
export interface MemoryTable extends OfProject, Said {
  /** The key that wrote it. */
  readonly key_id: string;
  readonly scope: (typeof memoryScopes)[number];
  readonly created_at: Instant;
  readonly version: number;
  readonly change: (typeof memoryChanges)[number];
  /** Null for the first version. */
  readonly changed_at: MaybeInstant;
  readonly changed_by: string | null;
  readonly superseded_by: string | null;
  readonly recalled_as_new_at: MaybeInstant;
  readonly sameness: Buffer | null;
  readonly claim: string | null;
  readonly precisely: GeneratedAlways<string | null>;
  readonly search: Search;
}

/** What memories were before they changed. */
export interface MemoryVersionTable extends Omit<OfProject, "id">, Said {
  readonly memory_id: string;
  readonly version: number;
  readonly key_id: string;
  readonly scope: (typeof memoryScopes)[number];
  readonly change: (typeof memoryChanges)[number];
  readonly changed_at: Instant;
  readonly changed_by: string;
}
