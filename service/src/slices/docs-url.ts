// Where the diagnostics of this service are explained.

/** The page of this service that explains diagnostics. */
export const docsUrl = "/diagnostics";
