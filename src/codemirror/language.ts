// Colours, quotes and words: CQL as a language of CodeMirror.
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import {
  defineLanguageFacet,
  Language,
  LanguageSupport,
  languageDataProp,
  syntaxHighlighting,
} from "@codemirror/language";
import { keymap } from "@codemirror/view";
import { type Input, NodeType, Parser, type PartialParse, Tree, type TreeFragment } from "@lezer/common";
import { styleTags, type Tag, tags } from "@lezer/highlight";
import {
  type SemanticToken,
  type SemanticTokenType,
  semanticTokensOf,
  semanticTokenTypes,
} from "../language-service/semantic-tokens.ts";
import type { LanguageService } from "../language-service/service.ts";
import { sliceCqlHighlightStyle } from "./theme.ts";

type TokenSource = Pick<LanguageService, "semanticTokens">;

const tagOfType: Readonly<Record<SemanticTokenType, Tag>> = {
  keyword: tags.keyword,
  operator: tags.punctuation,
  class: tags.typeName,
  property: tags.propertyName,
  string: tags.string,
  number: tags.number,
  comment: tags.comment,
};

/** Only quotes are closed; a parenthesis is text like any other. */
const data = defineLanguageFacet({ closeBrackets: { brackets: ['"'], before: "" }, wordChars: "-" });

const top: NodeType = NodeType.define({
  id: 0,
  name: "Query",
  top: true,
  props: [[languageDataProp, data]],
});

/** One node type for each type of token, and a second one for tokens that do not decide what is in the slice. */
const nodeTypes: ReadonlyMap<string, NodeType> = new Map(
  semanticTokenTypes.flatMap((type, index) => [
    [type, nodeType(2 * index + 1, type, tagOfType[type])],
    [`${type} scope`, nodeType(2 * index + 2, `${type}-scope`, tags.special(tagOfType[type]))],
  ]),
);

function nodeType(id: number, name: string, tag: Tag): NodeType {
  return NodeType.define({ id, name, props: [styleTags({ [name]: tag })] });
}

/**
 * The tree is made of the tokens of the language service, so that colours never disagree with what is compiled, which a second
 * grammar for CodeMirror could. Being a tree and not mere decorations, it works with every highlight style, and tells
 * CodeMirror where strings are when a quote is typed. A query is short: it is read as a whole each time.
 */
class QueryParser extends Parser {
  readonly #service: TokenSource;

  constructor(service: TokenSource) {
    super();
    this.#service = service;
  }

  override createParse(
    input: Input,
    _fragments: readonly TreeFragment[],
    ranges: readonly { readonly from: number; readonly to: number }[],
  ): PartialParse {
    const from = ranges[0]?.from ?? 0;
    const to = ranges.at(-1)?.to ?? input.length;
    let stoppedAt: number | null = null;
    return {
      advance: () => this.#read(input.read(from, to)),
      parsedPos: from,
      stopAt: (position) => {
        stoppedAt = position;
      },
      get stoppedAt() {
        return stoppedAt;
      },
    };
  }

  #read(text: string): Tree {
    const tokens = this.#service.semanticTokens(text);
    const nodes = tokens.map((token) => new Tree(typeOf(token), [], [], token.span.end - token.span.start));
    const starts = tokens.map(({ span }) => span.start);
    return new Tree(top, nodes, starts, text.length);
  }
}

function typeOf({ type, modifiers }: SemanticToken): NodeType {
  return nodeTypes.get(modifiers.length > 0 ? `${type} scope` : type) ?? NodeType.none;
}

/**
 * The language: colours by the editor's highlight style (its own where there is none), and quotes that close themselves.
 *
 * @param service - What to ask, if texts may be longer than the default limits; it must answer at once.
 * @returns The language with its support.
 * @example
 * ```ts
 * new EditorView({ doc: "type:Person", extensions: [sliceCqlLanguage()], parent: document.body });
 * ```
 */
export function sliceCqlLanguage(
  service: TokenSource = { semanticTokens: semanticTokensOf },
): LanguageSupport {
  return new LanguageSupport(new Language(data, new QueryParser(service), [], "slice-cql"), [
    syntaxHighlighting(sliceCqlHighlightStyle, { fallback: true }),
    closeBrackets(),
    keymap.of(closeBracketsKeymap),
  ]);
}
