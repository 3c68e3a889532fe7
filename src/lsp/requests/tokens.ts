// Semantic tokens: whole, of a range, or what has changed since the last answer.
import type {
  Connection,
  SemanticTokens,
  SemanticTokensDelta,
  SemanticTokensDeltaParams,
  SemanticTokensParams,
  SemanticTokensRangeParams,
} from "vscode-languageserver";
import { packTokens } from "../../language-service/pack-tokens.ts";
import { touches } from "../../text/span.ts";
import { spanOf } from "../convert/ranges.ts";
import { editsBetweenTokens } from "../convert/tokens.ts";
import type { ServerContext } from "../server-context.ts";
import { answeringFromText } from "./asking.ts";

/** Answers the requests for semantic tokens; the result forgets what a closed document had. */
export function registerTokens(connection: Connection, context: ServerContext): (uri: string) => void {
  const last = new Map<string, SemanticTokens & { readonly resultId: string }>();
  let answers = 0;
  const remember = (uri: string, data: number[]): SemanticTokens & { readonly resultId: string } => {
    const result = { resultId: String(++answers), data };
    last.set(uri, result);
    return result;
  };
  const none = (): SemanticTokens => ({ data: [] });
  const { semanticTokens } = connection.languages;
  semanticTokens.on(
    answeringFromText<SemanticTokensParams, SemanticTokens>(context, none(), ({ document, service }) => {
      const { uri, lines, text } = document;
      return remember(uri, packTokens(lines, service.semanticTokens(text)));
    }),
  );
  semanticTokens.onDelta(
    answeringFromText<SemanticTokensDeltaParams, SemanticTokens | SemanticTokensDelta>(
      context,
      none(),
      (asked) => {
        const { params, document, service } = asked;
        const { uri, lines, text } = document;
        const before = last.get(uri);
        const after = remember(uri, packTokens(lines, service.semanticTokens(text)));
        if (before === undefined || before.resultId !== params.previousResultId) return after;
        return { resultId: after.resultId, edits: editsBetweenTokens(before.data, after.data) };
      },
    ),
  );
  semanticTokens.onRange(
    answeringFromText<SemanticTokensRangeParams, SemanticTokens>(
      context,
      none(),
      ({ params, document, service }) => {
        const { lines, text } = document;
        const wanted = spanOf(lines, params.range);
        const tokens = service.semanticTokens(text).filter(({ span }) => touches(span, wanted));
        return { data: packTokens(lines, tokens) };
      },
    ),
  );
  return (uri) => last.delete(uri);
}
