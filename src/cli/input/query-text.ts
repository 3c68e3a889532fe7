// The text of a query, as commands take it.

/** A query's text, and where it was read. */
export interface QueryText {
  /** Without the line break that ends a file or what `echo` writes. */
  readonly text: string;
  /** That line break. */
  readonly ending: string;
  /** The byte order mark that its file begins with, or nothing. */
  readonly mark?: string;
  /** The file that it is in. */
  readonly file: string | undefined;
  /** The number of its first line there, unless that is 1. */
  readonly line?: number;
  /** Where in the file it begins, unless that is 0. */
  readonly offset?: number;
}
