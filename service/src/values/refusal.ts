// An operation that cannot be done, with a message for the caller.

/** States the problem and what to do; the command line prints it without a stack. */
export class Refusal extends Error {
  override readonly name: string = "Refusal";
}
