// The language server as a web worker: its client is the page that started the worker.
import { BrowserMessageReader, BrowserMessageWriter } from "vscode-languageserver/browser";
import { type WorkerScope, workerHost } from "./host/worker-host.ts";
import { serve } from "./server.ts";

const scope: WorkerScope & typeof globalThis = globalThis;

serve(new BrowserMessageReader(scope), new BrowserMessageWriter(scope), workerHost(scope));
