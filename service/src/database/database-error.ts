// An error that keeps the database from starting, with a message for people.

/** Its message states the problem and what to do. It is printed without a stack. */
export class DatabaseError extends Error {
  override readonly name: string = "DatabaseError";
}
