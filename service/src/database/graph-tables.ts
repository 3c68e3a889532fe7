// The tables of entities and relationships, as queries see them.

import type { JsonObject } from "../values/json.ts";
import type { Instant, Json, OfProject, Search } from "./columns.ts";

/** Typed entities. */
export interface EntityTable extends OfProject {
  readonly type: string;
  readonly name: string | null;
  readonly shape_id: string | null;
  readonly source_id: string | null;
  /** The identifier that its source has for it; one entity of a source has it. */
  readonly external_id: string | null;
  readonly source_shape_id: string | null;
  readonly created_at: Instant;
  readonly updated_at: Instant;
  readonly props: Json<JsonObject>;
  readonly search: Search;
}

/** Relationships from one entity to another. */
export interface RelationshipTable extends OfProject {
  readonly type: string;
  readonly from_id: string;
  readonly to_id: string;
  readonly created_at: Instant;
  readonly props: Json<JsonObject>;
  readonly search: Search;
}
