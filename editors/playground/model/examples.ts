// The queries to pick from: each shows one thing that the language or its tools do.

/** A query with a short name for a button. */
export interface Example {
  readonly label: string;
  readonly query: string;
}

/** In the order in which they are shown: what works first, then what is reported, then what is refused. */
export const examples: readonly Example[] = [
  {
    label: "Security fixes",
    query: "type:Vulnerability source-shape:bookworm-security after:18mo before:today",
  },
  { label: "Names with spaces", query: 'type:Package shape:Libraries shape:"Other OS\'s and file systems"' },
  { label: "One week in 2006", query: "type:Release type:Bug after:2006-03-20 before:2006-03-27" },
  { label: "Last year", query: "after:last-year before:last-month" },
  {
    label: "Scope warnings",
    query: 'type:Release shape:Shells edge:closes sort:created_at agent:"archive bot" "since the freeze"',
  },
  { label: "Unknown name", query: 'type:Release source:opensl source:"left pad"' },
  { label: "Empty range", query: "type:Bug after:2024-01-01 before:2023-01-01" },
  {
    label: "Mistakes",
    query: 'Type:Release shape: Shells after:2026-02-29 before:1y6mo source:"bash',
  },
  { label: "Everything", query: "" },
];
