// What an entity is called by, wherever it is stored: the one list of the properties that terms look at by default.

/** The property that holds its type: the one that no option renames. */
export const typeProperty = "type" as const;

/** The properties that hold the identifiers of names, each the `path` of a qualifier. */
export const nameProperties = ["shape_id", "source_id", "source_shape_id"] as const;

/** A property that holds the identifiers of names. */
export type NameProperty = (typeof nameProperties)[number];

/** The property that holds its date, unless `fields` names another. */
export const dateProperty = "created_at" as const;

/** A property that terms look at by default. */
export type EntityProperty = typeof typeProperty | NameProperty | typeof dateProperty;
