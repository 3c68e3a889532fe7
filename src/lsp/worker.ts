// The language server as a web worker: speaks to whoever started the worker.
import { BrowserMessageReader, BrowserMessageWriter } from "vscode-languageserver/browser";
import { serve } from "./server.ts";
import { type WorkerScope, workerHost } from "./worker-host.ts";

const scope: WorkerScope & typeof globalThis = globalThis;

serve(new BrowserMessageReader(scope), new BrowserMessageWriter(scope), workerHost(scope));
