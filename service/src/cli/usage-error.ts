// What is wrong with how the program was started.

/** A mistake of whoever starts the program: printed without a stack, and the exit status is 2. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
}
