// Takes the usable finds from a model's answer.

import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import type { JsonValue } from "../../values/json.ts";
import type { FoundEntity, Reading } from "../extractor.ts";
import { type AllowedTypes, fits, isText } from "./answer-schema.ts";

/** Maximum entities taken from one response; the rest are dropped. */
export const maxEntities = 200;

/** Maximum relationships taken from one response; the rest are dropped. */
export const maxRelationships = 400;

/** Maximum UTF-16 code units. */
const maxNameLength = 1000;

const text = Type.String();

const answer = Type.Object({
  entities: Type.Array(
    Type.Object({
      type: text,
      name: text,
      properties: Type.Optional(Type.Union([Type.Record(text, Type.Unsafe<JsonValue>({})), Type.Null()])),
      quote: text,
    }),
  ),
  relationships: Type.Array(Type.Object({ type: text, from: text, to: text, quote: text })),
});

/** An answer of the right shape, whatever it names. */
export type ModelAnswer = Static<typeof answer>;

const compiled = Compile(answer);

/** Whether an answer has the right shape. */
export function isAnswer(value: unknown): value is ModelAnswer {
  return compiled.Check(value);
}

/** The finds of an answer that name wanted types and can be stored. Quotes are not checked here, because finds without evidence are counted later. */
export function findsOf(
  { entities, relationships }: ModelAnswer,
  allowed: AllowedTypes,
): Pick<Reading, "entities" | "relationships"> {
  return {
    entities: entities
      .filter(({ name }) => isText(name, maxNameLength))
      .flatMap((found) => wantedOf(found, allowed))
      .slice(0, maxEntities),
    relationships: relationships
      .filter(({ type }) => allowed.relationshipTypes.has(type))
      .filter(({ from, to }) => isText(from, maxNameLength) && isText(to, maxNameLength))
      .map(({ type, from, to, quote }) => ({ type, from: from.trim(), to: to.trim(), quote }))
      .slice(0, maxRelationships),
  };
}

/** The entity with its wanted properties, in a list; an empty list if its type is not wanted. */
function wantedOf(
  { type, name, properties, quote }: ModelAnswer["entities"][number],
  { entityTypes }: AllowedTypes,
): readonly FoundEntity[] {
  const known = entityTypes.get(type);
  if (known === undefined) return [];
  const said = Object.entries(properties ?? {}).filter(([property, value]) => {
    const kind = known.get(property);
    return kind !== undefined && fits(kind, value);
  });
  return [{ type, name: name.trim(), properties: Object.fromEntries(said), quote }];
}
