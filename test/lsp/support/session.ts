// The start of most tests: a client that has been through `initialize`, and a document that is open.

import { pathToFileURL } from "node:url";
import { isRecord } from "../../../src/data/guards.ts";
import { type Client, createClient, type Wire } from "./client.ts";

/** A document of a client. */
export interface OpenDocument {
  readonly uri: string;
  /** The parameters of a request about it. */
  readonly here: { readonly textDocument: { readonly uri: string } };
  /** The parameters of a request about an offset in its first line. */
  readonly at: (character: number, line?: number) => unknown;
  /** Writes another text, as a whole. */
  readonly write: (text: string, version: number) => void;
  readonly close: () => void;
}

/** What a client says of itself. */
export interface Introduction {
  readonly capabilities?: unknown;
  readonly options?: unknown;
  readonly folders?: readonly string[];
  /** What older clients send in place of folders. */
  readonly root?: string;
  readonly name?: string;
}

/** What a client can do. */
export interface Capabilities {
  readonly general?: unknown;
  readonly textDocument: Readonly<Record<string, unknown>>;
  readonly workspace: Readonly<Record<string, unknown>>;
}

/** A capable client, like that of VS Code, but one that diagnostics are sent to. */
export const capable: Capabilities = {
  general: { positionEncodings: ["utf-8", "utf-16"] },
  textDocument: {
    publishDiagnostics: {
      relatedInformation: true,
      tagSupport: { valueSet: [1, 2] },
      codeDescriptionSupport: true,
      dataSupport: true,
      versionSupport: true,
    },
    hover: { contentFormat: ["markdown", "plaintext"] },
    completion: { completionItem: { labelDetailsSupport: true } },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
  },
  workspace: { workspaceEdit: { documentChanges: true } },
};

/** The same, of a client that asks for diagnostics. */
export const pulling: Capabilities = {
  ...capable,
  textDocument: { ...capable.textDocument, diagnostic: {} },
  workspace: {
    ...capable.workspace,
    diagnostics: { refreshSupport: true },
    inlayHint: { refreshSupport: true },
  },
};

/** Starts a session. */
export async function begin(wire: Wire, introduction: Introduction = {}): Promise<Client> {
  const client = createClient(wire);
  await introduce(client, introduction);
  client.notify("initialized", {});
  return client;
}

/** Sends `initialize` and gives the result. */
export async function introduce(client: Client, introduction: Introduction = {}): Promise<unknown> {
  const { capabilities = {}, options, folders, root, name } = introduction;
  return await client.request("initialize", {
    processId: process.pid,
    rootUri: root === undefined ? null : folderUri(root),
    capabilities,
    ...(options === undefined ? {} : { initializationOptions: options }),
    ...(name === undefined ? {} : { clientInfo: { name } }),
    ...(folders === undefined
      ? {}
      : { workspaceFolders: folders.map((path) => ({ uri: folderUri(path), name: path })) }),
  });
}

/** The address of a file of a made-up machine. */
export function fileUri(path: string): string {
  return `file://${path}`;
}

/** The address of a folder. */
export function folderUri(path: string): string {
  return pathToFileURL(path).href;
}

let opened = 0;

/** Opens a document with this text. */
export function open(client: Client, text: string, given?: string): OpenDocument {
  const uri = given ?? `untitled:${String(++opened)}.slice-cql`;
  const here = { textDocument: { uri } };
  client.notify("textDocument/didOpen", {
    textDocument: { uri, languageId: "slice-cql", version: 1, text },
  });
  return {
    uri,
    here,
    at: (character, line = 0) => ({ ...here, position: { line, character } }),
    write: (changed, version) =>
      client.notify("textDocument/didChange", {
        textDocument: { uri, version },
        contentChanges: [{ text: changed }],
      }),
    close: () => client.notify("textDocument/didClose", here),
  };
}

/** Ends a session as the protocol wants it, and gives what the server left. */
export async function end(client: Client): Promise<Awaited<Wire["ended"]>> {
  await client.request("shutdown");
  client.notify("exit");
  return await client.wire.ended;
}

/** A range within one line. */
export function range(start: number, end: number, line = 0): unknown {
  return { start: { line, character: start }, end: { line, character: end } };
}

/** A member of each value of a list. */
export function pluck(list: unknown, member: string): readonly unknown[] {
  if (!Array.isArray(list)) throw new TypeError(`not a list: ${JSON.stringify(list)}`);
  return list.map((each: unknown) => (isRecord(each) ? each[member] : undefined));
}
