// The layers of the toolkit and of the service: their pages of architecture show them, and layers.test.ts checks them.

/** A folder of sources, and its subfolders in layers, the lowest first. Folders of one layer do not import each other. */
export interface Layered {
  readonly folder: string;
  readonly layers: readonly (readonly string[])[];
  /** Whether a file is above all layers, so that nothing may import it. */
  readonly isEntry: (path: string) => boolean;
}

/** The toolkit. */
export const toolkitLayers: Layered = {
  folder: "src",
  layers: [
    ["text", "data"],
    ["vocabulary"],
    ["diagnostics"],
    ["syntax", "dates"],
    ["semantics"],
    ["lint", "backends/predicate", "backends/sql", "backends/mongodb", "backends/opensearch", "grammar"],
    ["algebra"],
    ["pipeline"],
    ["relative"],
    ["match"],
    ["language-service"],
    ["lsp", "codemirror", "monaco"],
    ["cli"],
  ],
  isEntry: (path) => path === "src/index.ts" || path.startsWith("src/exports/"),
};

/** The service. */
export const serviceLayers: Layered = {
  folder: "service/src",
  layers: [
    ["values", "telemetry"],
    ["database", "extraction"],
    ["embeddings", "log"],
    ["organizations"],
    ["operations"],
    ["http"],
    ["activity", "changes", "credits", "files", "projects"],
    ["catalog"],
    ["entities"],
    ["memories", "slices"],
    ["deltas", "live", "search", "openapi"],
    ["loops", "pages", "recall", "stats", "webhooks"],
    ["first-project", "keys", "mcp"],
    ["service.ts"],
    ["cli"],
  ],
  isEntry: (path) => /^service\/src\/(?:main|loop-process)\.ts$/.test(path),
};

/** Extractors that have a folder of their own next to the layers of the service, and how little connects the two. */
export const extractorFolders = {
  folder: "service/extractors",
  /** The only file of the service that imports an extractor. */
  importedBy: "service/src/extraction/choose.ts",
  /** What an extractor may import of the service. */
  imports: ["service/src/extraction/extractor.ts", "service/src/values/"],
  /** What its tests and measurements may import besides. */
  testImports: ["service/src/first-project/changelogs.ts", "service/test/support/"],
} as const;
