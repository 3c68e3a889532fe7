// A page that searches a few deals with the box of `SearchBox.tsx`.

import { type ReactNode, StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import { compile, createCatalog, type Diagnostic } from "slice-cql";
import { compilePredicate } from "slice-cql/predicate";
import { SearchBox } from "./SearchBox.tsx";

const catalog = createCatalog({ shapes: [{ id: "s1", name: "Sales CRM" }], types: ["Person", "Deal"] });
const entities = [
  { type: "Deal", name: "Harbour crane", shape_id: "s1", created_at: "2026-02-01" },
  { type: "Deal", name: "Spare parts", shape_id: "s2", created_at: "2025-07-19" },
  { type: "Person", name: "Ada Okafor", shape_id: "s1", created_at: "2026-03-12" },
];

interface Found {
  readonly names: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

function find(text: string): Found {
  const result = compile(text, { catalog });
  const isMember = result.ok ? compilePredicate(result.filter_definition) : () => false;
  return { names: entities.filter(isMember).map(({ name }) => name), diagnostics: result.diagnostics };
}

function Page(): ReactNode {
  const [{ names, diagnostics }, show] = useState<Found>({ names: [], diagnostics: [] });
  return (
    <>
      <h1>Deals and people</h1>
      <SearchBox catalog={catalog} label="Search" onSearch={(text) => show(find(text))} />
      <ul aria-label="Problems">
        {diagnostics.map(({ code, span, message }) => (
          <li key={`${code} ${String(span.start)}`}>{message}</li>
        ))}
      </ul>
      <ul aria-label="Found">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </>
  );
}

const root = document.getElementById("root");
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  );
