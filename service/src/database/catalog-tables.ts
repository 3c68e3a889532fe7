// The tables of shapes, sources and documents, as queries see them.

import type { Generated } from "kysely";
import type { Computed, Instant, Json, OfProject } from "./columns.ts";

/** What a shape says about a type of entities. */
export interface ShapeEntityType {
  readonly name: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, { readonly type: string; readonly description?: string }>>;
}

/** What a shape says about a type of relationships: the types of their ends. */
export interface ShapeRelationshipType {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly description?: string;
}

/** Schemas that entities follow. */
export interface ShapeTable extends OfProject {
  readonly name: string;
  readonly description: string | null;
  readonly entity_types: Json<ShapeEntityType[]>;
  readonly relationship_types: Json<ShapeRelationshipType[]>;
  /** Whether entities may have only the types that it names, and properties only of their types. */
  readonly strict: Generated<boolean>;
  /** The length of the two lists as JSON texts, in characters. */
  readonly characters: Computed<number>;
  readonly created_at: Instant;
}

/** Where entities come from. */
export interface SourceTable extends OfProject {
  readonly name: string;
  readonly shape_id: string | null;
  readonly created_at: Instant;
}

/** Texts of sources. */
export interface DocumentTable extends OfProject {
  readonly source_id: string;
  readonly external_id: string | null;
  readonly title: string | null;
  readonly text: string;
  /** The length of the text, in UTF-16 code units. */
  readonly length: Computed<number>;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

/** Parts of documents. */
export interface PassageTable extends OfProject {
  readonly document_id: string;
  /** Of its document, and so is the date. */
  readonly source_id: string;
  readonly created_at: Instant;
  /** Where it begins and ends in the text, in UTF-16 code units. */
  readonly first: number;
  readonly past: number;
  readonly text: string;
  readonly search: string;
}
