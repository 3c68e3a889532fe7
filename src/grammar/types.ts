// The types of the generated constants.

/**
 * The words of CQL and what they mean, the limits, and the diagnostic codes. The same data is in
 * `grammar/vocabulary.json`.
 *
 * @example
 * ```ts
 * const words = vocabulary.qualifiers.map(({ word }) => word);
 * ```
 */
export interface Vocabulary {
  /** The words that may precede a colon, in the order in which filters are emitted. */
  readonly qualifiers: readonly QualifierEntry[];
  /** The words that are dates by themselves. */
  readonly dateWords: readonly { readonly word: string; readonly meaning: string }[];
  /** The units of offsets such as `3mo`, from the smallest. */
  readonly dateUnits: readonly { readonly unit: string; readonly meaning: string }[];
  /** The operators of property filters. */
  readonly operators: readonly string[];
  /** The paths in a filter, by the name under which they can be configured. */
  readonly fields: Readonly<Record<string, string>>;
  /** The limits of every operation that is not given others. */
  readonly limits: Readonly<Record<"maxLength" | "maxTerms" | "maxDiagnostics", number>>;
  /** Every diagnostic code, with its severity in a term that decides what is in the slice. */
  readonly diagnostics: readonly { readonly code: string; readonly severity: string }[];
}

/**
 * One qualifier.
 *
 * @example
 * ```ts
 * const membership = vocabulary.qualifiers.filter((entry: QualifierEntry) => entry.membership);
 * ```
 */
export interface QualifierEntry {
  /** As it is written, without the colon. */
  readonly word: string;
  /** Whether it decides which entities are in the slice. */
  readonly membership: boolean;
  /** What kind of value it has. */
  readonly means: string;
  /** For names: the catalog's table in which they are looked up. */
  readonly lookup?: string;
  /** For names: the property that their ids are compared with. */
  readonly path?: string;
  /** For dates: the end of the range that it sets. */
  readonly bound?: string;
  /** What it does, in words. */
  readonly summary: string;
  /** A value that a person might write. */
  readonly example: string;
}

/**
 * A part of the parser's grammar, as Chevrotain serializes it; its diagram tools read it.
 *
 * @example
 * ```ts
 * const rules = serializedGrammar.filter((part: SerializedPart) => part.type === "Rule");
 * ```
 */
export interface SerializedPart {
  /** What it is: a `Rule`, a `Repetition`, a `Terminal` and so on. */
  readonly type: string;
  /** The name of a rule or a token. */
  readonly name?: string;
  /** What diagrams show of a token. */
  readonly label?: string;
  /** Tells apart parts of one type in a rule. */
  readonly idx?: number;
  /** The pattern of a token. */
  readonly pattern?: string;
  /** The text of the rule, which is not kept. */
  readonly orgText?: string;
  /** What it consists of. */
  readonly definition?: readonly SerializedPart[];
}

/**
 * A TextMate grammar, as editors, highlighters and documentation sites load it.
 *
 * @example
 * ```ts
 * registry.addGrammar(textMateGrammar.scopeName, textMateGrammar);
 * ```
 */
export interface TextMateGrammar {
  /** What people choose it by. */
  readonly name: string;
  /** The scope of the whole text. */
  readonly scopeName: string;
  /** File name extensions, without a dot. */
  readonly fileTypes: readonly string[];
  /** The rules to try, the first that matches at the leftmost position. */
  readonly patterns: readonly TextMateRule[];
  /** Rules that others include by name. */
  readonly repository: Readonly<Record<string, TextMateRule>>;
}

/**
 * A rule of a TextMate grammar; its regular expressions are Oniguruma's.
 *
 * @example
 * ```ts
 * const rule: TextMateRule = { include: "#term" };
 * ```
 */
export interface TextMateRule {
  /** What it is for. */
  readonly comment?: string;
  /** The scope of all that it matches. */
  readonly name?: string;
  /** The scope of what is between `begin` and `end`. */
  readonly contentName?: string;
  /** A match within one line. */
  readonly match?: string;
  /** Where a match over several lines begins. */
  readonly begin?: string;
  /** Where it ends. */
  readonly end?: string;
  /** What the groups of `match` are. */
  readonly captures?: Readonly<Record<string, TextMateRule>>;
  /** What the groups of `begin` are. */
  readonly beginCaptures?: Readonly<Record<string, TextMateRule>>;
  /** What the groups of `end` are. */
  readonly endCaptures?: Readonly<Record<string, TextMateRule>>;
  /** The rules to try inside. */
  readonly patterns?: readonly TextMateRule[];
  /** The name of a rule included here. */
  readonly include?: string;
}
