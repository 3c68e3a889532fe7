// The evidence and the origin of changes: the schemas of the API.

import { Type } from "typebox";
import { exact, id, instant, list, orNull } from "../http/schemas.ts";

const position = Type.Integer({ minimum: 0, examples: [3] });

const evidenceExample = {
  source_id: "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7083",
  document_id: "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7084",
  quote: "Ada Lovelace maintains the package",
  start: 0,
  end: 34,
};

/** The evidence of a change: a quote, and its position. */
export const evidence = exact(
  {
    source_id: id(),
    document_id: orNull(id(), { description: "Null if the document was deleted since." }),
    quote: Type.String(),
    start: position,
    end: position,
  },
  {
    title: "Evidence",
    description: "A quote that supports a change, and its position in the document, in UTF-16 code units.",
    examples: [evidenceExample],
  },
);

/** A change that was applied, as what it was applied to shows it. */
export const provenanceEntry = exact(
  {
    change_id: id(),
    delta_id: id(),
    loop_id: orNull(id(), { description: "The loop that found it." }),
    evidence: list(evidence),
    applied_at: instant,
  },
  {
    title: "Origin",
    description: "An applied change: which loop found it, with quotes from documents.",
  },
);
