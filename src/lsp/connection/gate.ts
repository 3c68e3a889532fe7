// Lets in only the messages that the protocol allows at this time, and answers the others as it says.
import type { Disposable, Message, MessageReader, MessageWriter } from "vscode-languageserver";
import { isRecord } from "../../data/guards.ts";
import { paramsProblem } from "./params.ts";

/** A reader that has not looked at what it reads. */
export interface RawReader extends Omit<MessageReader, "listen"> {
  readonly listen: (callback: (message: unknown) => void) => Disposable;
}

/** What the gate tells the server. */
export interface GateEvents {
  /** The stream cannot be read any further: where the next message begins is not known. */
  readonly broken: (reason: string) => void;
  /** The client has gone without `exit`; the status is what the server ends with. */
  readonly gone: (status: number) => void;
}

/**
 * A reader that passes on requests between `initialize` and `shutdown` only. What is no message of JSON-RPC is answered
 * and left out, so that nothing behind the gate meets it.
 */
export function guardedReader(reader: RawReader, writer: MessageWriter, events: GateEvents): MessageReader {
  const answer = (refusal: Refusal): void => {
    writer.write(refusal).catch(() => undefined);
  };
  const gate = createGate(answer);
  reader.onError((failure) => {
    // The length of the message was right, so the next one can be read.
    if (failure instanceof SyntaxError)
      answer(refuse(null, parseError, `the message is not JSON: ${failure.message}`));
    else events.broken(failure.message);
  });
  reader.onClose(() => {
    const status = gate.statusNow();
    if (status !== undefined) events.gone(status);
  });
  return {
    onError: reader.onError,
    onClose: reader.onClose,
    onPartialMessage: reader.onPartialMessage,
    listen: (callback) =>
      reader.listen((message) => {
        if (gate.admits(message)) callback(message);
      }),
    dispose: () => reader.dispose(),
  };
}

interface Refusal extends Message {
  readonly id: number | string | null;
  readonly error: { readonly code: number; readonly message: string };
}

type Phase = "fresh" | "running" | "shut" | "over";

interface Gate {
  readonly admits: (message: unknown) => message is Message;
  /** The status to end with if nothing more comes; undefined if `exit` has come, which is still to be obeyed. */
  readonly statusNow: () => number | undefined;
}

function createGate(answer: (refusal: Refusal) => void): Gate {
  let phase: Phase = "fresh";
  const admitsNotification = (method: string, params: unknown): boolean => {
    if (method === "$/cancelRequest") return isRecord(params) && isId(params["id"]);
    // Nothing is answered to a notification; one that says nothing is passed over.
    if (method !== "exit") return phase === "running" && paramsProblem(method, params) === undefined;
    const isFirst = phase !== "over";
    phase = "over";
    return isFirst;
  };
  return {
    admits(message): message is Message {
      const refusal = malformed(message);
      if (refusal !== undefined) answer(refusal);
      if (refusal !== undefined || !isRecord(message)) return false;
      const { id, method, params } = message;
      if (typeof method !== "string") return true;
      if (!isId(id)) return admitsNotification(method, params);
      const problem = problemOf(phase, method, params) ?? wrongParams(method, params);
      if (problem !== undefined) {
        answer(refuse(id, ...problem));
        return false;
      }
      if (method === "initialize") phase = "running";
      if (method === "shutdown") phase = "shut";
      return true;
    },
    statusNow() {
      if (phase === "over") return undefined;
      return phase === "shut" ? 0 : 1;
    },
  };
}

/** What is neither a request, a notification nor a response. */
function malformed(message: unknown): Refusal | undefined {
  if (!isRecord(message)) return refuse(null, invalidRequest, "a message must be an object");
  const { id, method, params } = message;
  const known = isId(id) ? id : null;
  if (message["jsonrpc"] !== "2.0") return refuse(known, invalidRequest, 'jsonrpc must be "2.0"');
  if (method === undefined && (id === null || known !== null)) {
    const isResponse = "result" in message || "error" in message;
    return isResponse ? undefined : refuse(known, invalidRequest, "a request must have a method");
  }
  if (typeof method !== "string") return refuse(known, invalidRequest, "method must be a string");
  if (id !== undefined && known === null)
    return refuse(null, invalidRequest, "id must be a string or a number");
  if (params === undefined || params === null || typeof params === "object") return undefined;
  return refuse(known, invalidRequest, "params must be an object or an array");
}

function problemOf(phase: Phase, method: string, params: unknown): readonly [number, string] | undefined {
  switch (phase) {
    case "fresh":
      if (method !== "initialize") return [serverNotInitialized, "the server is not initialized yet"];
      if (isRecord(params) && isRecord(params["capabilities"])) return undefined;
      return [invalidParams, "initialize must have capabilities"];
    case "running":
      if (method !== "initialize") return undefined;
      return [invalidRequest, "the server is initialized already"];
    case "shut":
    case "over":
      return [invalidRequest, "the server is shut down"];
  }
}

function wrongParams(method: string, params: unknown): readonly [number, string] | undefined {
  const problem = paramsProblem(method, params);
  return problem === undefined ? undefined : [invalidParams, problem];
}

function isId(id: unknown): id is number | string {
  return typeof id === "number" || typeof id === "string";
}

function refuse(id: number | string | null, code: number, message: string): Refusal {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

const parseError = -32_700;
const invalidRequest = -32_600;
const invalidParams = -32_602;
const serverNotInitialized = -32_002;
