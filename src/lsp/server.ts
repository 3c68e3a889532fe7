// The language server: what it does from `initialize` to `exit`, on any connection and any machine.
import {
  Emitter,
  type InitializeParams,
  type InitializeResult,
  type MessageReader,
  type MessageWriter,
} from "vscode-languageserver";
import { capabilities } from "./capabilities.ts";
import { type ClientSupport, clientSupportOf } from "./client-capabilities.ts";
import { watchClock } from "./clock.ts";
import { connect, quietly } from "./connection/connect.ts";
import { followDocuments } from "./documents.ts";
import type { Host } from "./host/host.ts";
import type { GivenSettings } from "./project/project-parts.ts";
import { registerSettings } from "./project/settings-changes.ts";
import { createWatcher } from "./project/watcher.ts";
import { createWorkspace } from "./project/workspace.ts";
import { createPublisher, type Publisher } from "./publisher.ts";
import { registerFeatures } from "./requests/features.ts";
import { registerPulling } from "./requests/pulling.ts";
import { registerTokens } from "./requests/tokens.ts";
import { createAnswers, type ServerContext } from "./server-context.ts";
import type { ServerSettings } from "./server-settings.ts";

/**
 * Starts a server that reads requests from a client, writes the answers, and uses the host for everything else. The
 * defaults are settings for what the client leaves open.
 */
export function serve(
  reader: MessageReader,
  writer: MessageWriter,
  host: Host,
  defaults?: ServerSettings,
): void {
  const closing: (() => void)[] = [];
  const stop = (): void => {
    for (const close of closing) close();
  };
  const connection = connect(reader, writer, {
    ...host,
    exit(status) {
      stop();
      host.exit(status);
    },
  });
  let known: ClientSupport = clientSupportOf({ capabilities: {} });
  const clientCapabilities = (): ClientSupport => known;
  let given: GivenSettings = { defaults, initializationOptions: undefined, pushed: undefined };
  const changes = new Emitter<void>();
  const changed = (): void => {
    changes.fire();
  };
  const watch = createWatcher(connection, clientCapabilities, host);
  const parts = { connection, host, clientCapabilities, watch, given: () => given, changed };
  const workspace = createWorkspace(parts);
  const documents = followDocuments(connection);
  const answers = createAnswers();
  const context: ServerContext = { connection, host, clientCapabilities, documents, workspace, answers };
  const publisher = createPublisher(context);
  changes.event(() => refresh(context, publisher));
  registerFeatures(connection, context);
  registerDocuments(context, publisher);
  registerSettings(context, (pushed) => {
    given = { ...given, pushed };
  });
  closing.push(watchClock(context, changed), publisher.close, workspace.close);
  connection.onInitialize((params) => {
    known = clientSupportOf(params);
    given = { ...given, initializationOptions: params.initializationOptions };
    workspace.setFolders(foldersOf(params));
    return resultFor(host.version());
  });
  connection.onShutdown(stop);
  connection.listen();
}

function registerDocuments(context: ServerContext, publisher: Publisher): void {
  const { connection, documents, workspace, answers } = context;
  const forgetting = [registerTokens(connection, context), registerPulling(connection, context)];
  documents.onChange((document) => {
    // Begins to read settings and catalog, if this is the first text of its folder.
    workspace.projectOf(document.uri);
    publisher.publish(document);
  });
  documents.onClose((uri) => {
    for (const forget of [...forgetting, answers.forget, publisher.clear]) forget(uri);
  });
}

function resultFor(version: string | undefined): InitializeResult {
  const serverInfo = { name: "slice-cql", ...(version === undefined ? {} : { version }) };
  return { capabilities, serverInfo };
}

/** Sends diagnostics again, or asks a client that pulls them to refresh. */
function refresh(
  { connection: { languages }, clientCapabilities, documents }: ServerContext,
  publisher: Publisher,
): void {
  const open = documents.all();
  for (const document of open) publisher.publish(document);
  if (open.length === 0) return;
  if (clientCapabilities().refreshesHints) quietly(() => languages.inlayHint.refresh());
  if (clientCapabilities().refreshesDiagnostics) quietly(() => languages.diagnostics.refresh());
}

/** Folders came later than the root that they replace, which older clients still send. */
function foldersOf({ workspaceFolders, ...params }: InitializeParams): readonly unknown[] {
  if (Array.isArray(workspaceFolders)) return workspaceFolders;
  const others: Readonly<Record<string, unknown>> = params;
  return [{ uri: others["rootUri"] }];
}
