// What a slice means for documents: they have a source and a date, but neither a type nor shapes.

import type { FilterDefinition } from "slice-cql/sql";
import type { Static } from "typebox";
import type { Tenant } from "../database/transaction.ts";
import type { diagnostic } from "../http/query-schemas.ts";
import { docsUrlFor } from "../slices/docs-url.ts";

const qualifiers: Readonly<Record<string, string>> = { shape_id: "shape", source_shape_id: "source-shape" };

/** The qualifiers of a slice that no document meets, so that it has none: to leave them out would show more than the slice says. */
export function unmetByDocuments({ entityTypes, propertyFilters }: FilterDefinition): readonly string[] {
  const ofShapes = propertyFilters.flatMap(({ path }) => qualifiers[path] ?? []);
  return entityTypes === undefined ? ofShapes : ["type", ...ofShapes];
}

/** Says so. */
export function withoutDocuments(
  { baseUrl }: Pick<Tenant, "baseUrl">,
  filter: FilterDefinition,
  cql: string,
): readonly Static<typeof diagnostic>[] {
  const unmet = unmetByDocuments(filter);
  if (unmet.length === 0) return [];
  const named = unmet.map((qualifier) => `\`${qualifier}:\``).join(" and ");
  return [
    {
      code: "no-documents",
      severity: "warning",
      message: `No document is in this slice, as documents have neither a type nor shapes: ${named} cannot hold for them; only \`source:\`, \`after:\` and \`before:\` can.`,
      data: { qualifiers: unmet },
      span: { start: 0, end: cql.length },
      path: "/cql",
      href: `${docsUrlFor({ baseUrl })}#no-documents`,
    },
  ];
}
