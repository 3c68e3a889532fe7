// The life cycle of a server, which the library leaves to its users: nothing before `initialize`, nothing after `shutdown`.
import { ErrorCodes, Message, type MessageReader, type MessageWriter } from "vscode-languageserver";
import { isRecord } from "../../data/guards.ts";

/** What the guard reports. */
export interface GuardEvents {
  /** The stream cannot be read any further: where the next message begins is unknown. */
  readonly broken: (reason: string) => void;
  /** The client has left without `exit`; the status is the one to end with. */
  readonly left: (status: number) => void;
}

/**
 * A reader that passes on requests between `initialize` and `shutdown` only. Other requests, and anything that is not a
 * message of JSON-RPC, are answered with an error.
 */
export function guardedReader(
  reader: MessageReader,
  writer: MessageWriter,
  events: GuardEvents,
): MessageReader {
  const refuse: Refuse = (id, code, message) => {
    const refusal = { jsonrpc: "2.0", id, error: { code, message } };
    writer.write(refusal).catch(() => undefined);
  };
  let phase: Phase = "fresh";
  const admits = (message: Message): boolean => {
    if (Message.isResponse(message)) return true;
    if (Message.isNotification(message)) {
      const { method, params } = message;
      // The library would throw on anything else.
      if (method === "$/cancelRequest")
        return isRecord(params) && (typeof params["id"] === "number" || typeof params["id"] === "string");
      const isAllowed = method === "exit" ? phase !== "over" : phase === "running";
      if (method === "exit") phase = "over";
      return isAllowed;
    }
    if (!Message.isRequest(message)) {
      refuse(null, ErrorCodes.InvalidRequest, "not a message of JSON-RPC");
      return false;
    }
    const { id, method } = message;
    const problem = problemOf(phase, method);
    if (problem !== undefined) refuse(id, ...problem);
    else if (method === "initialize") phase = "running";
    else if (method === "shutdown") phase = "shut";
    return problem === undefined;
  };
  answerErrors(reader, refuse, events.broken);
  reader.onClose(() => {
    // An `exit` that has come is still obeyed.
    if (phase !== "over") events.left(phase === "shut" ? 0 : 1);
  });
  return {
    onError: reader.onError,
    onClose: reader.onClose,
    onPartialMessage: reader.onPartialMessage,
    listen: (callback) =>
      reader.listen((message) => {
        if (admits(message)) callback(message);
      }),
    dispose: () => reader.dispose(),
  };
}

type Refuse = (id: number | string | null, code: number, message: string) => void;

function answerErrors(reader: MessageReader, refuse: Refuse, broken: GuardEvents["broken"]): void {
  reader.onError((failure) => {
    // The length of the message was right, so the next one can be read.
    if (failure instanceof SyntaxError)
      refuse(null, ErrorCodes.ParseError, `the message cannot be read: ${failure.message}`);
    else broken(failure.message);
  });
}

type Phase = "fresh" | "running" | "shut" | "over";

function problemOf(phase: Phase, method: string): readonly [code: number, message: string] | undefined {
  if (phase === "fresh" && method !== "initialize")
    return [ErrorCodes.ServerNotInitialized, "the server is not initialized yet"];
  if (phase === "running" && method === "initialize")
    return [ErrorCodes.InvalidRequest, "the server is already initialized"];
  if (phase === "shut" || phase === "over") return [ErrorCodes.InvalidRequest, "the server is shut down"];
  return undefined;
}
