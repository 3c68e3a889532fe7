// What the server needs of the machine that it runs on. It is passed in: Node.js and a web worker have different ones.

/** Where a catalog is. */
export interface CatalogLocation {
  /** An absolute `file:` or `https:` address. */
  readonly uri: string;
  /** The same as a person reads it, such as the path of a file. */
  readonly shown: string;
}

/** The machine. */
export interface Host {
  /** Makes a path or an address absolute. Throws an error that says why if it cannot. */
  readonly locate: (location: string, folder: string | undefined) => CatalogLocation;
  /** The text at an address. Rejects with a short reason. */
  readonly read: (place: CatalogLocation, signal: AbortSignal) => Promise<string>;
  /** Calls back when a file changes, until the result is called; undefined where files cannot be watched. */
  readonly watch: ((place: CatalogLocation, changed: () => void) => () => void) | undefined;
  /** The version of the package, if it is known. */
  readonly version: () => string | undefined;
  /** The page that explains the diagnostics, unless the settings name one. */
  readonly docsUrl: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Runs something once after a delay in milliseconds, unless the result is called first. It does not keep the process alive. */
  readonly later: (milliseconds: number, work: () => void) => () => void;
  /** Ends the server when the process that started it has ended. */
  readonly follow: (processId: number) => void;
  /** What comes from the client cannot be read, and perhaps nothing that follows. */
  readonly unreadable: (reason: string) => void;
  /** Ends the server. */
  readonly exit: (status: number) => void;
}
