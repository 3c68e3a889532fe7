// An error in the arguments or settings of the program.

/** A usage error: printed without a stack, with exit status 2. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
}
