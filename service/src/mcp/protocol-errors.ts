// Errors of the protocol: what requests that are no calls of tools are refused with.

import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { problems } from "../values/problem.ts";
import { Refused } from "./refused.ts";

/** Runs the work of a request. What it throws becomes an error of the protocol; of a bug only the log has the cause. */
export async function answering<Result>(
  { report }: { readonly report: (error: unknown) => void },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    if (error instanceof Refused) throw protocolError(error);
    report(error);
    throw new ProtocolError(ProtocolErrorCode.InternalError, problems.internal.detail);
  }
}

/** Runs the work of reading a resource. */
export async function reading<Result>(uri: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused && error.shown["code"] === "not_found") throw new ResourceNotFoundError(uri);
    throw error;
  }
}

function protocolError({ shown }: Refused): ProtocolError {
  const { detail } = shown;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, typeof detail === "string" ? detail : "", shown);
}
