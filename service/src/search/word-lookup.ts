// Looks up words of the texts by prefix, and by similar spelling.

import { type RawBuilder, sql } from "kysely";
import { allSettledOrThrow } from "../database/all-settled.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { distance } from "../values/distance.ts";
import type { SearchKind } from "./request.ts";

/** The texts whose words are counted: those of passages apart, as they have most words of a project. */
export type Vocabulary = "others" | "passages";

/** The vocabulary of a kind of hits. */
export function vocabularyOf(kind: SearchKind): Vocabulary {
  return kind === "documents" ? "passages" : "others";
}

/** A word that occurs in a text. */
export interface WrittenWord {
  readonly word: string;
  readonly n: number;
}

const maxCompletions = 8;
const maxNear = 3;
/** Maximum completions compared, unknown words looked up, and similar words compared. */
const maxCompared = 5000;
const maxUnknown = 4;
const maxSimilar = 20;

/** The most frequent words that begin with `prefix` and are longer. */
export async function completionsOf(
  tx: Transaction,
  tenant: Tenant,
  prefix: string,
  vocabulary: Vocabulary,
): Promise<readonly WrittenWord[]> {
  const query = sql<WrittenWord>`
    select word, sum(n)::int as n from (
      select word, n from word where ${inVocabulariesOf(tenant, vocabulary)}
      and word > ${prefix} and word < ${prefix} || chr(1114111) limit ${maxCompared}
    ) w group by word order by n desc, word limit ${maxCompletions}`;
  return await tx.all(query, `search.completions.${vocabulary}`);
}

interface Similar extends WrittenWord {
  readonly unknown: string;
}

/** For each of these words the closest ones. Trigram similarity alone is not enough: it treats two swapped letters as a large difference. */
export async function nearestTo(
  tx: Transaction,
  tenant: Tenant,
  words: readonly string[],
  vocabulary: Vocabulary,
): Promise<ReadonlyMap<string, readonly WrittenWord[]>> {
  const unknown = words.filter((word) => tolerance(word) > 0).slice(0, maxUnknown);
  if (unknown.length === 0) return new Map();
  const [ascii, others] = [unknown.filter(isAscii), unknown.filter((word) => !isAscii(word))];
  const rows = await allSettledOrThrow([
    tx.all(similarTo(inVocabulariesOf(tenant, vocabulary), unknown, ascii), `search.near.${vocabulary}`),
    ...(others.length === 0 ? [] : [similarInOtherScripts(tx, tenant, others, vocabulary)]),
  ]);
  return new Map(
    unknown.map((word) => [
      word,
      nearest(
        word,
        rows.flat().filter((row) => row.unknown === word),
      ),
    ]),
  );
}

function isAscii(word: string): boolean {
  return Buffer.byteLength(word) === word.length;
}

/** The words one error away from one of `unknown`, and those that share trigrams with one of `ascii`. */
function similarTo(
  isReadable: RawBuilder<unknown>,
  unknown: readonly string[],
  ascii: readonly string[],
): RawBuilder<Similar> {
  const edits = unknown.flatMap((word) => editsOf(word).map((edit) => ({ word, edit })));
  const spellings = edits.map(({ edit }) => edit);
  return sql`
    select unknown, word, sum(n)::int as n from (
      select unknown, word, n from unnest(${edits.map(({ word }) => word)}::text[], ${spellings}::text[]) e(unknown, edit)
      -- As an array, so that one scan of an index finds all of them.
      join (select word, n from word where ${isReadable} and word = any(${spellings}::text[] collate "C")) w on word = edit collate "C"
      union
      select unknown, similar_word.word, n from unnest(${ascii}::text[]) u(unknown) cross join lateral (
        select word, n from word where ${isReadable} and word !~ '[0-9]' and word % unknown order by similarity(word, unknown) desc, word limit ${maxSimilar}
      ) similar_word
    ) w group by unknown, word`;
}

const letters = "abcdefghijklmnopqrstuvwxyz";
/** Maximum characters: a longer word with one error shares enough trigrams with the right one to be found by them. */
const maxEditedLength = 8;

/** All spellings that are one error away from a short word: a letter too many, one missing, another one, or two swapped. */
export function editsOf(word: string): readonly string[] {
  const characters = Array.from(word);
  if (characters.length > maxEditedLength) return [];
  const edits = new Set<string>();
  for (let at = 0; at <= characters.length; at++) {
    const head = characters.slice(0, at).join("");
    const [first = "", second = "", ...rest] = characters.slice(at);
    const tail = rest.join("");
    edits.add(head + second + tail);
    edits.add(head + second + first + tail);
    for (const letter of letters) {
      edits.add(head + letter + first + second + tail);
      edits.add(head + letter + second + tail);
    }
  }
  edits.delete(word);
  return [...edits];
}

/** The same for words that are not ASCII: whatever their script, they are compared in the form that the SQL function `spelled` returns. */
async function similarInOtherScripts(
  tx: Transaction,
  tenant: Tenant,
  unknown: readonly string[],
  vocabulary: Vocabulary,
): Promise<readonly Similar[]> {
  const query = sql<Similar>`
    select unknown, similar_word.word, sum(n)::int as n
    from (select unknown, spelled(unknown) as spelled from unnest(${unknown}::text[]) u(unknown)) u cross join lateral (
      select word, n from word w where ${inVocabulariesOf(tenant, vocabulary)} and w.spelled % u.spelled
      order by similarity(w.spelled, u.spelled) desc, word limit ${maxSimilar}
    ) similar_word group by unknown, similar_word.word`;
  const [, rows] = await allSettledOrThrow([
    tx.run(`set local pg_trgm.similarity_threshold = ${String(Math.min(...unknown.map(minSimilarity)))}`),
    tx.all(query, `search.near.spelled.${vocabulary}`),
    tx.run("set local pg_trgm.similarity_threshold to default"),
  ]);
  return rows;
}

/**
 * The trigram similarity of a word to itself with as many characters replaced as are tolerated, which is the least that a match can have. In
 * its `spelled` form it has two letters per character and one trigram more than letters; a replaced character changes four of them. A lower
 * threshold would compare many more words.
 */
function minSimilarity(word: string): number {
  const trigrams = 2 * Array.from(word).length + 1;
  const lost = 4 * tolerance(word);
  return Math.max(0.2, (trigrams - lost) / (trigrams + lost) - 0.01);
}

/** Which vocabulary it is stands in the text, not in a parameter: each has its own index. */
function inVocabulariesOf(
  { projectId, organizationId, keyId }: Tenant,
  vocabulary: Vocabulary,
): RawBuilder<unknown> {
  const isOf = vocabulary === "passages" ? sql`of_passages` : sql`not of_passages`;
  return sql`organization_id = ${organizationId} and owner_id in (${projectId}, ${organizationId}, ${keyId}) and ${isOf}`;
}

function nearest(word: string, rows: readonly WrittenWord[]): readonly WrittenWord[] {
  const measured = rows.map((row) => ({ ...row, distance: distance(word, row.word) }));
  const least = Math.min(tolerance(word), ...measured.map((row) => row.distance));
  return measured
    .filter((row) => row.distance === least)
    .toSorted((a, b) => b.n - a.n || (a.word < b.word ? -1 : 1))
    .slice(0, maxNear)
    .map(({ word, n }) => ({ word, n }));
}

/** Maximum errors in a word: with more, any word would be close to a short one. */
function tolerance({ length }: string): number {
  if (length < 3 || length > 40) return 0;
  return length < 6 ? 1 : 2;
}
