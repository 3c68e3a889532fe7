// What is wrong with how the program was started.

/** A usage error: printed without a stack, with exit status 2. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
}
