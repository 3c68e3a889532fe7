// Reads EBNF as ISO/IEC 14977 has it, as far as `grammar/cql.ebnf` needs it.

/** What a production stands for. */
export type EbnfExpression =
  | { readonly kind: "choice" | "sequence"; readonly items: readonly EbnfExpression[] }
  | { readonly kind: "optional" | "repeated"; readonly item: EbnfExpression }
  | { readonly kind: "except"; readonly item: EbnfExpression; readonly but: EbnfExpression }
  | { readonly kind: "terminal" | "name" | "words"; readonly text: string };

/** One production. */
export interface Production {
  readonly name: string;
  readonly expression: EbnfExpression;
  /** The comments right above it. */
  readonly comment: string;
  /** Its own lines, as they are written. */
  readonly source: string;
}

/** The productions of a grammar, in order. Throws an `Error` that says what was expected where. */
export function parseEbnf(text: string): readonly Production[] {
  const reader = new Reader(text);
  const productions: Production[] = [];
  while (!reader.atEnd()) productions.push(production(reader));
  return productions;
}

/** production = name, "=", choice, ";" ; */
function production(reader: Reader): Production {
  const comment = reader.comment;
  const start = reader.offset;
  const name = reader.take("name");
  reader.take("=");
  const expression = choice(reader);
  const end = reader.offset + 1;
  reader.take(";");
  return { name, expression, comment, source: reader.text.slice(start, end) };
}

/** choice = sequence, { "|", sequence } ; */
function choice(reader: Reader): EbnfExpression {
  return several(reader, "choice", "|", sequence);
}

/** sequence = exception, { ",", exception } ; */
function sequence(reader: Reader): EbnfExpression {
  return several(reader, "sequence", ",", exception);
}

function several(
  reader: Reader,
  kind: "choice" | "sequence",
  separator: string,
  next: (reader: Reader) => EbnfExpression,
): EbnfExpression {
  const first = next(reader);
  const items = [first];
  while (reader.next(separator)) items.push(next(reader));
  return items.length === 1 ? first : { kind, items };
}

/** exception = factor, [ "-", factor ] ; */
function exception(reader: Reader): EbnfExpression {
  const item = factor(reader);
  return reader.next("-") ? { kind: "except", item, but: factor(reader) } : item;
}

/** factor = "[", choice, "]" | "{", choice, "}" | "(", choice, ")" | terminal | words | name ; */
function factor(reader: Reader): EbnfExpression {
  if (reader.next("[")) return { kind: "optional", item: closed(reader, "]") };
  if (reader.next("{")) return { kind: "repeated", item: closed(reader, "}") };
  if (reader.next("(")) return closed(reader, ")");
  const { kind, text } = reader.token;
  if (kind === "terminal") return { kind, text: reader.take(kind).slice(1, -1) };
  if (kind === "words") return { kind, text: reader.take(kind).slice(1, -1).trim() };
  if (kind === "name") return { kind, text: reader.take(kind) };
  throw reader.expected(`a symbol instead of ${text}`);
}

function closed(reader: Reader, bracket: string): EbnfExpression {
  const inside = choice(reader);
  reader.take(bracket);
  return inside;
}

interface Token {
  readonly kind: string;
  readonly text: string;
}

const tokens = /(?<terminal>"[^"]*"|'[^']*')|(?<words>\?[^?]*\?)|(?<name>[a-z]+)|(?<mark>[=;,|[\]{}()-])/y;

/** Returns one token after the other, and keeps the last comments before it. */
class Reader {
  readonly text: string;
  offset = 0;
  token: Token = { kind: "end", text: "" };
  comment = "";

  constructor(text: string) {
    this.text = text;
    this.advance();
  }

  atEnd(): boolean {
    return this.token.kind === "end";
  }

  /** Goes past a mark if it is next. */
  next(mark: string): boolean {
    const found = this.token.kind === mark;
    if (found) this.advance();
    return found;
  }

  /** Consumes a token of a kind, and returns it. */
  take(kind: string): string {
    const { text } = this.token;
    if (this.token.kind !== kind) throw this.expected(kind);
    this.advance();
    return text;
  }

  expected(what: string): Error {
    const line = this.text.slice(0, this.offset).split("\n").length;
    return new Error(`grammar/cql.ebnf:${String(line)}: expected ${what}`);
  }

  private advance(): void {
    const gap = /(?:\s|\(\*[^]*?\*\))*/y;
    gap.lastIndex = this.offset + this.token.text.length;
    const skipped = gap.exec(this.text)?.[0] ?? "";
    this.offset = gap.lastIndex;
    // A blank line parts a heading from the comment that belongs to the production.
    const own = skipped.split(/\n\s*\n/).at(-1) ?? "";
    this.comment = [...own.matchAll(/\(\*([^]*?)\*\)/g)].map(([, words = ""]) => words.trim()).join("\n");
    tokens.lastIndex = this.offset;
    const groups = tokens.exec(this.text)?.groups ?? {};
    const [kind = "end", text = ""] =
      Object.entries(groups).find(
        ([, found]: readonly [string, string | undefined]) => found !== undefined,
      ) ?? [];
    if (kind === "end" && this.offset < this.text.length) throw this.expected("a symbol or a mark");
    this.token = { kind: kind === "mark" ? text : kind, text };
  }
}
