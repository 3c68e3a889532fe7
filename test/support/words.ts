// The words that the arbitraries are made of: names, identifiers, dates, curious pieces and near misses, a bar between two.

/** Names that catalogs and queries share, so that they meet: ambiguous, tricky and inherited ones. */
export const NAMES: readonly string[] = [
  `Person|person|Sales CRM|a|b|a,b|x:y|type:Person|O"Neil|C:\\temp|back\\|'q'|__proto__|constructor`,
  "toString|hasOwnProperty|valueOf|caf\u00e9|cafe\u0301|🦊 fox|two\nlines|“smart”|-|0|OR|(x)|7d|名前",
  "tab\there",
].flatMap((line) => line.split("|"));

/** Identifiers of shapes and sources. */
export const IDS: readonly string[] =
  "id-1|id-2|id-3|id-4|__proto__|0|6f1c1a52-0d0f-4b59-9d53-0e3a3c1f4b11".split("|");

/** Date expressions that resolve at any usual time. */
export const DATES: readonly string[] =
  "now today yesterday last-week last-month last-year 7d -7d +7d 12h 2w 3mo 1y 0d 007d 13mo 2024-02-29 2026-01-01 1999-12-31 2026-11-20".split(
    " ",
  );

/** Pieces that meet in unlucky ways when they are strung together. */
export const CURIOUS: readonly string[] = [
  `"|\\|:| |\n|\r\n|\t|\u00a0|\u3000|\u2028|\ufeff|'|“|”|‘|’|a|Z|0|-|,|(|)|é|e\u0301|🦊|\u{10ffff}|type`,
  "type:|source-shape:|sort:",
].flatMap((line) => line.split("|"));

/** What people and attackers write instead of a right term. */
export const NEAR_MISSES: readonly string[] = [
  `Type:Person|TYPE:"a b"|type :a|type: Person|type:|type:""|type: type:|tpye:Person|-type:Person`,
  `--type:a|!type:a|OR|AND|NOT|or|(|)|(type:a|type:a)|a"b|"a"b|"a""b"|type:"a"b|type:"a"type:b`,
  `type:a"b c"|"open|type:"open|sort:"open|shape:'Sales CRM'|shape:“Sales CRM”|type:“a”|“|shape:'x'`,
  "shape:'x|after:2026-02-29|after:2026-1-5|after:1m|after:7|after:7days|after:7D|after:1y6mo",
  "after:last week|after:Last-Week|after:tomorrow|after:+7d|after:--7d|after:-+7d|after:٧d",
  "before:9999-12-31|before:2999-01-01|after:9999999y|after:2026-01-01T00:00:00Z|after:0000-01-01",
  `after: 7d|after:"last week"|after:99999999999999999999d|sort:|sort:""|edge:a->b|agent:"x y"|edge:"a"b`,
  "source:github:repo|source-shape|source-shape:|source-shap:x|shape:a,b|type:a,b|shape:Sales",
  `shape:sales-crm|http://x.y|foo:"bar baz"|foo:bar|type:a\u200bb|type:\u202ea|type:\u0000|type:"\u0007"`,
  `\ufefftype:a|type:\ud800|type:\udc00a|\ud800|\\|"\\"|"\\\\"|type:"C:\\temp"|type:"\\"|::|:a|type::`,
  "type::a|type:a:b|after:7d after:30d|after:7d before:30d|type:a type:a|type:a type:A|__proto__:x",
  "constructor:x|shape:6f1c1a52-0d0f-4b59-9d53-0e3a3c1f4b11|toString|type:__proto__|shape:__proto__",
  "~type:a|＂a＂",
].flatMap((line) => line.split("|"));
