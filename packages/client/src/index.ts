/**
 * The client of the slice service.
 *
 * @packageDocumentation
 */

export { type Client, createClient } from "./client.ts";
export type { EventOptions } from "./events.ts";
export type * from "./generated/types.ts";
export { ConnectionError, isProblem, type ProblemCode, ProblemError, type ProblemParts } from "./problem.ts";
export type { CallOptions, Options, Pages } from "./resource.ts";
export type { Scope, ScopeDiagnostic, ScopeFix } from "./scope.ts";
export type { ChangeOptions, ChangeStream, FollowedChange } from "./slices.ts";
export type { ClientOptions } from "./transport.ts";
