// Splits a query into the lexemes of the text index; the database does it, so that both are the same.

import { type RawBuilder, sql } from "kysely";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { parseSearch, type SearchTerm } from "./query.ts";
import type { Vocabulary } from "./word-lookup.ts";

/** One word of a term. */
export interface Lexeme {
  /** Without case and accents. */
  readonly word: string;
  /** Its English stem; missing for a stop word. */
  readonly stem: string | undefined;
  /** About how many texts of the vocabulary contain the word; 0 if none does. */
  readonly n: number;
  /** Whether it stands for all words that begin with it. */
  readonly isPrefix?: true;
}

/** Adjacent words; mostly one. */
export interface Analyzed {
  readonly lexemes: readonly Lexeme[];
  readonly isQuoted: boolean;
  /** Whether its last word may be the beginning of one. */
  readonly isOpen: boolean;
}

/** A query in terms of the index. */
export interface Question {
  readonly wanted: readonly Analyzed[];
  /** Words of `wanted` that are joined. */
  readonly joined: readonly Analyzed[];
  readonly excluded: readonly Analyzed[];
  /** All that is not excluded, as typed. */
  readonly meant: string;
}

interface Row {
  readonly term: number;
  readonly word: string;
  readonly stem: string | null;
  readonly n: number;
}

/** Maximum words of a term: `a.b.c.…` is one term. */
const maxWords = 32;

/**
 * Splits a query. Stop words are left out if there is another word; otherwise they are searched as
 * written. Terms without a word (punctuation, emoji) are left out.
 */
export async function analyze(
  tx: Transaction,
  tenant: Tenant,
  text: string,
  vocabulary: Vocabulary,
): Promise<Question> {
  const query = parseSearch(text);
  const terms = [...query.wanted, ...query.excluded, ...query.joined];
  const { meant } = query;
  if (terms.length === 0) return { wanted: [], joined: [], excluded: [], meant };
  const rows = await tx.all(statement(tenant, terms, vocabulary), "search.analyze");
  const analyzed = terms.map(({ isQuoted, isOpen = false }, at) => ({
    isQuoted,
    isOpen,
    lexemes: rows
      .filter(({ term }) => term === at + 1)
      .slice(0, maxWords)
      .map(({ word, stem, n }) => ({ word, stem: stem ?? undefined, n })),
  }));
  const wanted = withWords(analyzed.slice(0, query.wanted.length));
  const telling = wanted.filter((term) => !isStopWord(term));
  return {
    wanted: telling.length === 0 ? wanted : telling,
    excluded: withWords(analyzed.slice(query.wanted.length, -query.joined.length || undefined)),
    joined: withWords(analyzed.slice(terms.length - query.joined.length)),
    meant,
  };
}

/**
 * Both dictionaries number words in the same way, so a stem belongs to the word at its position. How often words occur is told to no limited key:
 * the vocabulary is that of the whole project.
 */
function statement(
  { organizationId, projectId, keyId, limits }: Tenant,
  terms: readonly SearchTerm[],
  vocabulary: Vocabulary,
): RawBuilder<Row> {
  const mayRead = limits === undefined ? sql`true` : sql`false`;
  return sql<Row>`
    with folded as materialized (
      select term::int, fold(text) as text from unnest(${terms.map(({ text }) => text)}::text[]) with ordinality t(text, term)
    ),
    plain as (
      select term, place, lexeme as word from folded, unnest(to_tsvector('simple', text)), unnest(positions) place
    ),
    stem as (
      select term, place, lexeme as stem from folded, unnest(to_tsvector('english', text)), unnest(positions) place
    ),
    written as (
      -- An array, as the planner takes few words for hundreds otherwise, and would rather read the whole vocabulary.
      select word, sum(n)::int as n from word w
      where organization_id = ${organizationId} and owner_id in (${projectId}, ${organizationId}, ${keyId}) and ${mayRead}
        and of_passages = ${vocabulary === "passages"}::boolean and w.word = any(array(select word from plain) collate "C")
      group by 1
    )
    select term, word, stem, coalesce(n, 0) as n
    from plain left join stem using (term, place) left join written using (word)
    order by term, place`;
}

/** Without duplicates: a repeated word is searched once. */
function withWords(terms: readonly Analyzed[]): readonly Analyzed[] {
  const byWords = new Map(
    terms.map((term) => [JSON.stringify([term.isQuoted, term.lexemes.map(({ word }) => word)]), term]),
  );
  return [...byWords.values()].filter(({ lexemes }) => lexemes.length > 0);
}

function isStopWord({ lexemes, isQuoted }: Analyzed): boolean {
  return !isQuoted && lexemes.every(({ stem }) => stem === undefined);
}
