// OpenSearch as an engine whose index has a mapping as it is sent, dynamic templates included.

import { isRecord } from "../../../src/data/guards.ts";
import { toOpenSearch } from "../../../src/exports/opensearch.ts";
import type { Engine } from "./engine.ts";
import { createIndex, type FieldType, type Index } from "./opensearch.ts";
import { engineOf } from "./opensearch-engine.ts";

/** The interpreter on an index with this mapping (the body of a request that creates an index). */
export function mappedEngine(body: unknown): Engine {
  return engineOf("OpenSearch DSL, mapped", toOpenSearch, (entities) => createMappedIndex(body, entities));
}

/** An index with this mapping; each field that it does not name gets a type when it first has a value. */
export function createMappedIndex(body: unknown, documents: readonly unknown[]): Index {
  const mappings = memberOf(body, "mappings");
  if (memberOf(mappings, "date_detection") !== false) throw new TypeError("texts would be taken for dates");
  const named = memberOf(mappings, "properties");
  const fields = new Map<string, FieldType>();
  const visit = (value: unknown, name: string): void => {
    if (isRecord(value)) {
      for (const [key, inner] of Object.entries(value)) visit(inner, name === "" ? key : `${name}.${key}`);
    } else if (Array.isArray(value)) for (const inner of value) visit(inner, name);
    else if (value !== null && !fields.has(name))
      fields.set(name, typeIn(memberOf(named, name) ?? templateOf(mappings, value)));
  };
  for (const document of documents) visit(document, "");
  return createIndex(fields, documents);
}

/** The mapping that the first template has for values of this kind. */
function templateOf(mappings: unknown, value: unknown): unknown {
  const templates = memberOf(mappings, "dynamic_templates");
  if (!Array.isArray(templates)) throw new TypeError("dynamic_templates is a list");
  const kind = kindOf(value);
  const rules = templates.flatMap((template: unknown) => (isRecord(template) ? Object.values(template) : []));
  return memberOf(
    rules.find((rule) => memberOf(rule, "match_mapping_type") === kind),
    "mapping",
  );
}

/** What OpenSearch calls the kinds of JSON values. */
function kindOf(value: unknown): string {
  return typeof value === "number" ? (Number.isSafeInteger(value) ? "long" : "double") : typeof value;
}

function typeIn(mapping: unknown): FieldType {
  const type = memberOf(mapping, "type");
  if (type === "keyword" || type === "double" || type === "boolean") return type;
  if (type === "date" && memberOf(mapping, "format") === "strict_date_time") return type;
  throw new TypeError(`${JSON.stringify(mapping)} is no mapping that filters agree with`);
}

function memberOf(object: unknown, name: string): unknown {
  return isRecord(object) && Object.hasOwn(object, name) ? object[name] : undefined;
}
