// The options of a server, besides its streams.

/**
 * Settings that a server is started with; those of the client override them, one by one. A value that cannot be used is
 * reported to the client.
 *
 * Source: `docs/editors/lsp.md`.
 *
 * @example
 * ```ts
 * const settings: ServerSettings = { catalog: "names.json", timeZone: "Europe/Berlin" };
 * ```
 */
export interface ServerSettings {
  /** The path or the address of a JSON file with the catalog, or its data; without it names are not checked. */
  readonly catalog?: string | Readonly<Record<string, unknown>> | undefined;
  /** How often a catalog that comes from an address is fetched again, in minutes: 0 (never) to 10 080; 5 by default. */
  readonly catalogRefreshMinutes?: number | undefined;
  /** The evaluation time as an instant in ISO 8601; the clock by default. */
  readonly now?: string | undefined;
  /** The IANA name of the reader's time zone; that of the machine by default. */
  readonly timeZone?: string | undefined;
  /** The absolute address of the page that explains the diagnostics. */
  readonly docsUrl?: string | undefined;
}
