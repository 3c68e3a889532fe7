// What the answers of the server depend on, and the two answers that it gives unasked as well.
import type {
  Connection,
  Diagnostic as ProtocolDiagnostic,
  InlayHint as ProtocolHint,
} from "vscode-languageserver";
import type { Abilities } from "./abilities.ts";
import { diagnosticOf } from "./convert/diagnostics.ts";
import { inlayHintOf } from "./convert/others.ts";
import type { Document, Documents } from "./documents.ts";
import type { Host } from "./host/host.ts";
import type { Workspace } from "./project/workspace.ts";

/** The parts of a running server. */
export interface World {
  readonly connection: Connection;
  readonly host: Host;
  /** What the client can do; nothing before it has said so. */
  readonly abilities: () => Abilities;
  readonly documents: Documents;
  readonly workspace: Workspace;
  readonly answers: Answers;
}

/** The diagnostics of a document, once its settings and its catalog are there. */
export async function diagnosticsOf(
  document: Document,
  { host, abilities, workspace }: Pick<World, "host" | "abilities" | "workspace">,
  signal?: AbortSignal,
): Promise<ProtocolDiagnostic[]> {
  const project = workspace.projectOf(document.uri);
  const { pulls, refreshesDiagnostics } = abilities();
  // Who cannot be told to ask again would keep an answer without names.
  const service = await project.service(signal, pulls && !refreshesDiagnostics);
  const found = await service.diagnostics(document.text, { signal });
  const { docsUrl = host.docsUrl } = project.settings();
  return found.map((each) => diagnosticOf(document, each, abilities().diagnostics, docsUrl));
}

/** The hints of a document, likewise. */
export async function hintsOf(
  { uri, text, lines }: Document,
  { workspace }: Pick<World, "workspace">,
  signal?: AbortSignal,
): Promise<ProtocolHint[]> {
  const service = await workspace.projectOf(uri).service(signal);
  return (await service.inlayHints(text, { signal })).map((hint) => inlayHintOf(lines, hint));
}

/** What a reader sees of hints; the tooltips have the present in them. */
export function visibleHints(hints: readonly ProtocolHint[]): unknown {
  return hints.map(({ position, label }) => ({ position, label }));
}

/** Answers that move with the time. */
export type Topic = "diagnostics" | "hints";

/** The answers that clients have. */
export interface Answers {
  readonly record: (document: Document, topic: Topic, answer: unknown) => void;
  /** Whether the client has an answer for just this document that is not this one. */
  readonly isOutdated: (document: Document, topic: Topic, answer: unknown) => boolean;
  readonly forget: (uri: string) => void;
}

/** Makes an empty record. */
export function createAnswers(): Answers {
  const given = new Map<string, { readonly version: number; readonly answer: string }>();
  return {
    record({ uri, version }, topic, answer) {
      given.set(`${topic} ${uri}`, { version, answer: JSON.stringify(answer) });
    },
    isOutdated({ uri, version }, topic, answer) {
      const last = given.get(`${topic} ${uri}`);
      return last?.version === version && last.answer !== JSON.stringify(answer);
    },
    forget(uri) {
      given.delete(`diagnostics ${uri}`);
      given.delete(`hints ${uri}`);
    },
  };
}
