// What is written: entities and relationships whose names were looked up.

import type { Static } from "typebox";
import type { entityBody, relationshipBody } from "./schemas.ts";

/** An entity to write. An existing one with its ID, or with its external ID, is replaced, but keeps its `created_at` unless another is given. */
export type EntityInput = Lenient<Omit<Static<typeof entityBody>, "shape" | "source" | "source_shape">>;

/** A relationship to write; an existing one is replaced in the same way. Its ends are IDs of entities. */
export type RelationshipInput = Lenient<Omit<Static<typeof relationshipBody>, "from" | "to">> & Ends;

interface Ends {
  readonly from: string;
  readonly to: string;
}

/** The same members, of which the optional ones may be undefined as well. */
type Lenient<Body> = {
  readonly [Name in keyof Body]: object extends Pick<Body, Name> ? Body[Name] | undefined : Body[Name];
};
