// How certain a find is, by what supports it; measured on labelled texts, see README.md.

/**
 * What supports a find. An entity: an identifier or what else has a form of its own; a form that hardly errs, such as a header or a list of
 * names, around several words or one; a name of several words whose kind its words show, mentioned again or once; a guess from the words around
 * such a name; or a single word. A relationship: a form, a word of its name between its ends, or near them.
 */
export const supports = [
  "identifier",
  "form, several words",
  "form, one word",
  "name, again",
  "name, once",
  "guess",
  "single word",
  "relationship by form",
  "relationship by a word between",
  "relationship by a word near",
] as const;

/** One of {@link supports}. */
export type SupportKind = (typeof supports)[number];

/** The certainty of each kind of support. */
export type Certainties = Readonly<Record<SupportKind, number>>;

/** As measured on one half of the texts that were not used to write the rules. */
export const certainties: Certainties = {
  identifier: 0.88,
  "form, several words": 0.93,
  "form, one word": 0.6,
  "name, again": 0.86,
  "name, once": 0.73,
  guess: 0.67,
  "single word": 0.64,
  "relationship by form": 0.85,
  "relationship by a word between": 0.8,
  "relationship by a word near": 0.5,
};
