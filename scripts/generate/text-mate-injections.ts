// The TextMate grammars that colour queries inside other languages: fences of Markdown, and `cql` templates of TypeScript and JavaScript.

import type { TextMateGrammar, TextMateRule } from "../../src/grammar/types.ts";
import {
  endInFile,
  membership,
  numbered,
  others,
  qualifierScopes,
  scope,
  textMateGrammar,
  unquoted,
  visible,
} from "./text-mate.ts";

/** A grammar whose rules are tried inside another one. */
export interface InjectionGrammar extends TextMateGrammar {
  /** Where in the other grammar; `L:` tries them before its own. */
  readonly injectionSelector: string;
  readonly repository: Readonly<Record<string, InjectionRule>>;
}

/** A rule that may say of every line whether it still holds. */
export interface InjectionRule extends TextMateRule {
  readonly while?: string;
}

/** What both grammars call the stretch that is a query. */
const embedded = "meta.embedded.block.cql-slice";

/** Queries in fences of Markdown whose language is `cql` or `slice-cql`. */
export const markdownGrammar: InjectionGrammar = {
  name: "CQL in Markdown",
  scopeName: "markdown.cql-slice.codeblock",
  // A fence that another fence shows is text.
  injectionSelector: "L:text.html.markdown -comment -markup.fenced_code",
  fileTypes: [],
  patterns: [{ include: "#fence" }],
  repository: {
    fence: {
      begin: "(^|\\G)([ \\t]*)(`{3,}|~{3,})[ \\t]*((?i:cql|slice-cql))((?:[ \\t{:,?][^`]*)?)$",
      end: "(^|\\G)[ \\t]*(\\3)[`~]*[ \\t]*$",
      name: "markup.fenced_code.block.markdown",
      beginCaptures: {
        "3": { name: "punctuation.definition.markdown" },
        "4": { name: "fenced_code.block.language.markdown" },
        "5": { name: "fenced_code.block.language.attributes.markdown" },
      },
      endCaptures: { "2": { name: "punctuation.definition.markdown" } },
      patterns: [{ include: "#query" }],
    },
    query: {
      comment:
        "Left at the closing fence, whatever is open: a quote without an end must not swallow the rest",
      begin: "(^|\\G)([ \\t]*)(.*)",
      while: "(^|\\G)(?![ \\t]*(?:`{3,}|~{3,})[ \\t]*$)",
      contentName: embedded,
      patterns: [{ include: textMateGrammar.scopeName }],
    },
  },
};

/** A character of a term inside a template: not its end, and not the beginning of a value in it. A backslash keeps the next character. */
const literal = `(?:\\\\${visible}|\\\\(?!${visible})|(?![\\\\\`]|\\$\\{)${visible})`;

const substitution = { include: "source.ts#template-substitution-element" };

/** Queries in templates with the tag `cql`, where values are expressions of the other language. */
export const templateGrammar: InjectionGrammar = {
  name: "CQL in templates",
  scopeName: "inline.cql-slice.template",
  // What the children of an element show is text, but for expressions in braces.
  injectionSelector:
    "L:source -comment -string -meta.jsx.children, L:source meta.jsx.children meta.embedded.expression -comment -string",
  fileTypes: [],
  patterns: [{ include: "#template" }],
  repository: {
    template: {
      // A member, as in `x.cql`, belongs to rules of the other grammar that are open by then.
      begin: "(?<![\\w$.#])(cql)\\s*(`)",
      end: "(`)",
      beginCaptures: numbered(
        scope("entity.name.function.tagged-template"),
        scope("punctuation.definition.string.template.begin"),
      ),
      endCaptures: numbered(scope("punctuation.definition.string.template.end")),
      contentName: embedded,
      // A template is one query, which has no comments.
      patterns: [
        substitution,
        { include: "#value" },
        ...textMateGrammar.patterns.filter(({ include }) => include !== "#comment"),
      ],
    },
    value: { patterns: [valueAfter(membership, "membership"), valueAfter(others, "scope")] },
    ...Object.fromEntries(
      Object.entries(textMateGrammar.repository)
        .filter(([name]) => name !== "comment")
        .map(([name, rule]) => [name, inTemplate(rule)]),
    ),
  },
};

/** A qualifier whose value is an expression of the other language. */
function valueAfter(words: string, kind: "membership" | "scope"): TextMateRule {
  return {
    comment: "type:${name}",
    match: `(${words})(:)(?=\\$\\{)`,
    name: "meta.term.qualified.cql-slice",
    captures: numbered(...qualifierScopes(kind)),
  };
}

/** The rule of a query in a file, as it has to be in a template: nothing that it matches goes over the end. */
function inTemplate(rule: TextMateRule): TextMateRule {
  const { match, begin, end, patterns = [] } = rule;
  return {
    ...rule,
    ...(match !== undefined && { match: confined(match) }),
    ...(begin !== undefined && { begin: confined(begin) }),
    ...(end !== undefined && {
      end: `${confined(end.replace(endInFile, ""))}|(?=\`)`,
      patterns: [substitution, { match: "\\\\[`$]" }, ...patterns],
    }),
  };
}

function confined(expression: string): string {
  return expression
    .split(unquoted)
    .map((part) => part.split(visible).join(literal))
    .join(`(?!")${literal}`);
}
