// The Tree-sitter grammar of `.slice-cql` files: queries with empty lines between them, and lines of comment.
//
// Every text has a tree without errors, as every text is a query, but for U+0000, which Tree-sitter does not let a
// grammar name, and for U+017F and U+212A, which its generator takes out of negated classes. White space is named wherever it may stand: a line break tells a comment from a word, an empty line one
// query from the next.
//
// Tokens overlap: `type` begins the word `types`, and what stands in quotes could be anything. Of the tokens that are
// possible in a place the one of the highest precedence wins, then the longest, then the first in this file.
//
// It is written by hand but for its words: "npm run generate" writes these from src/vocabulary, and build.sh makes the
// parser.

// Words of the vocabulary.
const names = ["type", "shape", "source", "source-shape"];
const dates = ["after", "before"];
const scopes = ["edge", "agent", "sort"];
const dateWords = ["now", "today", "yesterday", "last-week", "last-month", "last-year"];
const dateUnits = ["h", "d", "w", "mo", "y"];
// End of the words.

/** White space within a line, as ECMAScript's `\s` has it; to be put into brackets. */
const space = String.raw`\t\u000b\f \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`;
const visible = String.raw`[^\r\n${space}]`;
const bare = String.raw`[^\r\n${space}"]${visible}*`;

/** The precedences of tokens. */
const isQualifier = 1;
const isAfterQualifier = 2;
const isComment = 2;
const isInQuotes = 3;

export default grammar({
  name: "slice_cql",
  extras: () => [],

  rules: {
    source_file: ($) =>
      seq(optional($._white_space), repeat(seq($.paragraph, $._empty_lines)), optional($.paragraph)),

    // One query, with the comments above, in and below it.
    paragraph: ($) =>
      choice(
        seq(repeat1(seq($._line, $._line_break)), optional(choice($._line, $._open_line))),
        $._line,
        $._open_line,
      ),
    _line: ($) => choice($.comment, $._terms, seq($._open_line, alias($._comment_after_open, $.comment))),
    // A quote is not closed in it.
    _open_line: ($) =>
      seq(optional($._terms), choice(alias($._open_qualified, $.qualified), alias($._open_text, $.text))),
    // They touch where no space follows a closing quote.
    _terms: ($) => choice($._term, seq($._terms, choice($._term, $._spaces))),
    _term: ($) => choice($.qualified, $.text),

    // A quote that touches the colon begins the value.
    qualified: ($) =>
      prec.right(
        choice(
          seq(choice($._name, $._scope), optional(field("value", choice($.bare, $.quoted)))),
          seq(
            $._date,
            optional(field("value", choice($.date_word, $.offset, $.day, $.invalid_date, $.quoted))),
          ),
        ),
      ),
    _open_qualified: ($) =>
      seq(choice($._name, $._date, $._scope), field("value", alias($._open_quoted, $.quoted))),
    _name: ($) => seq(field("qualifier", alias($._name_qualifier, $.qualifier)), $._colon),
    _date: ($) => seq(field("qualifier", alias($._date_qualifier, $.qualifier)), $._colon),
    _scope: ($) => seq(field("qualifier", alias($._scope_qualifier, $.scope_qualifier)), $._colon),
    _name_qualifier: () => token(prec(isQualifier, choice(...names))),
    _date_qualifier: () => token(prec(isQualifier, choice(...dates))),
    _scope_qualifier: () => token(prec(isQualifier, choice(...scopes))),
    _colon: () => alias(token(prec(isAfterQualifier, ":")), ":"),
    date_word: () => token(prec(isAfterQualifier, choice(...dateWords))),
    offset: () => token(prec(isAfterQualifier, seq(/[+-]?[0-9]+/, choice(...dateUnits)))),
    day: () => token(prec(isAfterQualifier, /[0-9]{4}-[0-9]{2}-[0-9]{2}/)),
    invalid_date: () => token(prec(isAfterQualifier, new RegExp(bare))),
    bare: () => token(prec(isAfterQualifier, new RegExp(bare))),

    text: ($) => choice($.quoted, $.word),
    _open_text: ($) => alias($._open_quoted, $.quoted),
    // What begins like a qualifier is read in two parts.
    word: ($) =>
      choice(
        new RegExp(bare),
        seq(
          choice($._name_qualifier, $._date_qualifier, $._scope_qualifier),
          optional(token(prec(isAfterQualifier, new RegExp(String.raw`[^\r\n${space}:]${visible}*`)))),
        ),
      ),

    quoted: ($) => seq('"', optional($._inside), alias(token(prec(isInQuotes, '"')), '"')),
    // Without its closing quote it runs to the next empty line or comment, or to the end of the file.
    _open_quoted: ($) => prec.right(seq('"', optional($._inside))),
    _inside: ($) => prec.right(repeat1(choice($.escape, $._literal, $._line_break))),
    escape: () => token(prec(isInQuotes, /\\["\\]/)),
    _literal: () => token(prec(isInQuotes, /[^"\\\r\n]+|\\/)),

    _white_space: ($) => choice($._spaces, $._line_break, $._empty_lines),
    _spaces: () => new RegExp(`[${space}]+`),
    _line_break: () => new RegExp(String.raw`[${space}]*(\r\n?|\n)[${space}]*`),
    // Two line breaks or more, of which "\r\n" is one.
    _empty_lines: () =>
      new RegExp(
        String.raw`[${space}]*(\r?\n[${space}]*[\r\n]|\r[${space}]*\r|\r[${space}]+\n)[\r\n${space}]*`,
      ),
    comment: () => token(prec(isComment, /#[^\r\n]*/)),
    // With the line break before it, which would otherwise be taken to stand in quotes.
    _comment_after_open: () =>
      token(prec(isInQuotes, new RegExp(String.raw`[${space}]*(\r\n?|\n)[${space}]*#[^\r\n]*`))),
  },
});
