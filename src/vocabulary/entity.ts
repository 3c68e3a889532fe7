// What an entity is called by, wherever it is stored.

/** The property that holds its type: the one that no option renames. */
export const typeProperty = "type" as const;
