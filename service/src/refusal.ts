// What cannot be done, in words for whoever asked for it.

/** Says what is wrong and what to do; the command line prints it without a stack. */
export class Refusal extends Error {
  override readonly name: string = "Refusal";
}
