// What the answers of the server depend on, and the two answers that it also sends without a request.
import type {
  Connection,
  Diagnostic as ProtocolDiagnostic,
  InlayHint as ProtocolHint,
} from "vscode-languageserver";
import { forQueryFiles } from "../language-service/query-files.ts";
import type { LanguageService } from "../language-service/service.ts";
import type { ClientSupport } from "./client-capabilities.ts";
import { diagnosticOf } from "./convert/diagnostics.ts";
import { inlayHintOf } from "./convert/inlay-hints.ts";
import type { Document, Documents } from "./documents.ts";
import type { Host } from "./host/host.ts";
import type { Workspace } from "./project/workspace.ts";

/** The parts of a running server. */
export interface ServerContext {
  readonly connection: Connection;
  readonly host: Host;
  /** What the client can do; nothing before `initialize`. */
  readonly clientCapabilities: () => ClientSupport;
  readonly documents: Documents;
  readonly workspace: Workspace;
  readonly answers: Answers;
}

/** The service that answers for a document, made of that of its project: for a file of queries, or for one query. */
export function serviceFor({ isQueryFile }: Document, service: LanguageService): LanguageService {
  return isQueryFile ? forQueryFiles(service) : service;
}

/** The diagnostics of a document, once its settings and its catalog have arrived. */
export async function diagnosticsOf(
  document: Document,
  { host, clientCapabilities, workspace }: Pick<ServerContext, "host" | "clientCapabilities" | "workspace">,
  signal?: AbortSignal,
): Promise<ProtocolDiagnostic[]> {
  const project = workspace.projectOf(document.uri);
  const { pulls, refreshesDiagnostics } = clientCapabilities();
  // A client that cannot be asked to refresh would keep an answer without names.
  const service = await project.service(signal, pulls && !refreshesDiagnostics);
  const found = await serviceFor(document, service).diagnostics(document.text, { signal });
  const { docsUrl = host.docsUrl } = project.settings();
  return found.map((each) => diagnosticOf(document, each, clientCapabilities().diagnostics, docsUrl));
}

/** The hints of a document, in the same way. */
export async function hintsOf(
  document: Document,
  { workspace }: Pick<ServerContext, "workspace">,
  signal?: AbortSignal,
): Promise<ProtocolHint[]> {
  const { uri, text, lines } = document;
  const service = serviceFor(document, await workspace.projectOf(uri).service(signal));
  return (await service.inlayHints(text, { signal })).map((hint) => inlayHintOf(lines, hint));
}

/** The visible part of hints; their tooltips contain the evaluation time. */
export function visibleHints(hints: readonly ProtocolHint[]): unknown {
  return hints.map(({ position, label }) => ({ position, label }));
}

/** Answers that change with time. */
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
