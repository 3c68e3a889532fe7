// Wrong language services, each the right one after one replacement. All of them are mistakes that people make.

/** A text that a file of src has exactly once, and what is there in its place. */
export interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** All mutants. */
export const mutants: readonly Mutant[] = [
  {
    name: "a bare value is replaced up to the cursor only",
    file: "language-service/slot.ts",
    from: ": span.end;",
    to: ": cursor;",
  },
  {
    name: "an open quote takes the terms behind it along",
    file: "language-service/slot.ts",
    from: "if (swallowed === undefined) return end;",
    to: "if (swallowed !== -1) return end;",
  },
  {
    name: "quotes go where another term touches them",
    file: "language-service/slot.ts",
    from: "const isTouched = end < text.length &&",
    to: "const isTouched = end > text.length &&",
  },
  {
    name: "nothing parts a value from the term that its quote had swallowed",
    file: "language-service/slot.ts",
    from: '!isWhitespace(text.charCodeAt(end)) ? " " : ""',
    to: '!isWhitespace(text.charCodeAt(end)) ? "" : ""',
  },
  {
    name: "a qualifier in another case is not mended",
    file: "language-service/slot.ts",
    from: "const prefix = `${qualifier}:`;",
    to: "const prefix = value.text.slice(0, colon + 1);",
  },
  {
    name: "a second colon is written",
    file: "language-service/slot.ts",
    from: "const end = span.start + colon + 1;",
    to: "const end = span.start + colon;",
  },
  {
    name: "names are never quoted",
    file: "language-service/complete-names.ts",
    from: "const write = isTouched ? quoted : printValueText;",
    to: "const write = isTouched ? quoted : String;",
  },
  {
    name: "what is a date already is not offered",
    file: "language-service/complete-dates.ts",
    from: ": [plain, ...days",
    to: ": [...days",
  },
  {
    name: "days to come are offered",
    file: "language-service/complete-dates.ts",
    from: "date.startsWith(begun) && date <= present",
    to: "date.startsWith(begun)",
  },
  {
    name: "what fits exactly comes after what begins so",
    file: "text/rank.ts",
    from: "return [...whole, ...beginnings, ...words, ...others];",
    to: "return [...beginnings, ...whole, ...words, ...others];",
  },
  {
    name: "names are found by letters from within a word on",
    file: "text/rank.ts",
    from: "if (letter > 0 || beginsWord(joined, at)) letter++;",
    to: "letter++;",
  },
  {
    name: "accents count",
    file: "text/rank.ts",
    from: '.replace(/\\p{M}/gu, "")',
    to: "",
  },
  {
    name: "sorting by kind takes scope terms for a kind each",
    file: "language-service/arrange.ts",
    from: " && isMembership(term.qualifier)",
    to: "",
  },
  {
    name: "a name that is there twice stays twice",
    file: "language-service/arrange.ts",
    from: "!names.has(value.text) && names.add(value.text)",
    to: "names.add(value.text)",
  },
  {
    name: "a shape is not renamed after the other qualifier",
    file: "language-service/rename.ts",
    from: 'return means === "entity-type" ? means : lookup;',
    to: 'return means === "entity-type" || lookup === undefined ? lookup ?? means : term.qualifier;',
  },
  {
    name: "a new name is not quoted",
    file: "language-service/rename.ts",
    from: "text: printValueText(newName)",
    to: "text: newName",
  },
  {
    name: "the later of two dates is said to be earlier",
    file: "language-service/hover-dates.ts",
    from: 'date.bound === "start" ? "earlier" : "later"',
    to: 'date.bound === "end" ? "earlier" : "later"',
  },
  {
    name: "code in a hover is left by its first backquote",
    file: "language-service/prose.ts",
    from: '"`".repeat(longest + 1)',
    to: '"`".repeat(1)',
  },
];
