// The language server: what it does from `initialize` to `exit`, on any connection and any machine.
import type { InitializeParams, InitializeResult, MessageWriter } from "vscode-languageserver";
import { type Abilities, abilitiesOf } from "./abilities.ts";
import { capabilities } from "./capabilities.ts";
import { watchClock } from "./clock.ts";
import { connect, quietly } from "./connection/connect.ts";
import type { RawReader } from "./connection/gate.ts";
import { followDocuments } from "./documents.ts";
import type { Host } from "./host/host.ts";
import { registerSettings } from "./project/settings-changes.ts";
import { createWatcher } from "./project/watcher.ts";
import { createWorkspace } from "./project/workspace.ts";
import { createPublisher, type Publisher } from "./publisher.ts";
import { registerFeatures } from "./requests/features.ts";
import { registerPulling } from "./requests/pulling.ts";
import { registerTokens } from "./requests/tokens.ts";
import { createAnswers, type World } from "./world.ts";

/**
 * Starts a server that reads requests from a client, writes the answers, and asks the host for everything else. The
 * defaults are settings for what the client leaves open.
 */
export function serve(reader: RawReader, writer: MessageWriter, host: Host, defaults?: unknown): void {
  const connection = connect(reader, writer, {
    ...host,
    exit(status) {
      stop();
      host.exit(status);
    },
  });
  let known: Abilities = abilitiesOf({ capabilities: {} });
  const abilities = (): Abilities => known;
  const told: unknown[] = [defaults];
  const workspace = createWorkspace({
    connection,
    host,
    abilities,
    watch: createWatcher(connection, abilities, host),
    told: () => told,
    changed: () => everythingChanged(),
  });
  const documents = followDocuments(connection, {
    changed(document) {
      // Begins to read settings and catalog, if this is the first text of its folder.
      workspace.projectOf(document.uri);
      publisher.publish(document);
    },
    closed(uri) {
      for (const forget of [...forgetting, answers.forget, publisher.clear]) forget(uri);
    },
  });
  const answers = createAnswers();
  const world: World = { connection, host, abilities, documents, workspace, answers };
  const publisher = createPublisher(world);
  const everythingChanged = (): void => refresh(world, publisher);
  registerFeatures(connection, world);
  const forgetting = [registerTokens(connection, world), registerPulling(connection, world)];
  registerSettings(world, told);
  const stopClock = watchClock(world, everythingChanged);
  connection.onInitialize((params) => {
    known = abilitiesOf(params);
    told[1] = params.initializationOptions;
    workspace.setFolders(foldersOf(params));
    return resultFor(host.version());
  });
  const stop = (): void => {
    for (const part of [{ close: stopClock }, publisher, workspace]) part.close();
  };
  connection.onShutdown(stop);
  connection.listen();
}

function resultFor(version: string | undefined): InitializeResult {
  const serverInfo = { name: "slice-cql", ...(version === undefined ? {} : { version }) };
  return { capabilities, serverInfo };
}

/** Sends diagnostics anew, or tells a client that asks for things to ask again. */
function refresh({ connection: { languages }, abilities, documents }: World, publisher: Publisher): void {
  const open = documents.all();
  for (const document of open) publisher.publish(document);
  if (open.length === 0) return;
  if (abilities().refreshesHints) quietly(() => languages.inlayHint.refresh());
  if (abilities().refreshesDiagnostics) quietly(() => languages.diagnostics.refresh());
}

/** Folders came later than the root that they replace, which older clients still send. */
function foldersOf({ workspaceFolders, ...params }: InitializeParams): readonly unknown[] {
  if (Array.isArray(workspaceFolders)) return workspaceFolders;
  const others: Readonly<Record<string, unknown>> = params;
  return [{ uri: others["rootUri"] }];
}
