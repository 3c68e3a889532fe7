// Collects findings while rules run, and makes diagnostics of those that are kept.
import type { Span } from "../text/span.ts";
import type { DiagnosticCode, DiagnosticData } from "./arguments.ts";
import type { Entries, Entry } from "./catalogue/entry.ts";
import type { QueryCode } from "./catalogue/query.ts";
import type { Diagnostic, DiagnosticOf, Fix, RelatedSpan, Severity } from "./diagnostic.ts";
import { hrefOf } from "./href.ts";

/** What a rule adds to its code and span. */
export interface Details<C extends DiagnosticCode> {
  readonly args: DiagnosticData[C];
  readonly related?: readonly RelatedSpan[];
  readonly fixes?: readonly Fix[];
}

/** Options of one report. */
export interface ReportOptions {
  /** In place of the severity in the catalogue. */
  readonly severity?: Severity;
  /** The text can go without changing the slice. */
  readonly unnecessary?: boolean;
  /** Further terms that the finding is about, by where they start: they need no separate finding. */
  readonly covers?: readonly Span[];
}

/** Reports a finding of one of these codes about a span. */
export type Report<Code extends DiagnosticCode = QueryCode> = <C extends Code>(
  code: C,
  span: Span,
  details: () => Details<C>,
  options?: ReportOptions,
) => void;

/** Where rules report findings of these codes. */
export interface Collector<Code extends DiagnosticCode = QueryCode> {
  /**
   * Reports a finding. `details` runs only for findings that are kept, as some of them (a search for the closest
   * name) cost more than the compilation itself.
   */
  readonly report: Report<Code>;
  /** Whether anything was reported that starts there, or covers what starts there. */
  readonly hasAt: (start: number) => boolean;
  /** Whether an error was reported that starts there. */
  readonly hasErrorAt: (start: number) => boolean;
  /** Whether any finding is an error, kept or not. */
  readonly hasErrors: () => boolean;
  /** Whether any finding is a warning, kept or not. */
  readonly hasWarnings: () => boolean;
  /** The diagnostics, sorted by position; when they are too many the least severe and the last are left out. */
  readonly diagnostics: () => readonly Diagnostic[];
}

interface Finding {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly span: Span;
  readonly covers: readonly Span[] | undefined;
  readonly make: () => Diagnostic;
}

/**
 * An empty collector that keeps a limited number of diagnostics. It takes the entries of the codes that it may be given, so that a bundle
 * has no other messages. No fix is preferred in a doubtful query: `isDoubtful` gets the spans that preferred fixes are about.
 */
export function createCollector<Code extends DiagnosticCode>(
  maxDiagnostics: number,
  entries: Entries<Code>,
  docsUrl?: string,
  isDoubtful: (fixed: readonly Span[]) => boolean = () => false,
): Collector<Code> {
  const findings: Finding[] = [];
  // Made at the first finding: most queries have none.
  let starts: Set<number> | undefined;
  let errorStarts: Set<number> | undefined;
  let hasWarnings = false;
  const keep = (finding: Finding): void => {
    findings.push(finding);
    starts = (starts ?? new Set()).add(finding.span.start);
    if (finding.severity === "warning") hasWarnings = true;
    if (finding.severity === "error") errorStarts = (errorStarts ?? new Set()).add(finding.span.start);
  };
  return {
    report(code, span, details, options) {
      const severity = options?.severity ?? entries[code].severity;
      const tags = options?.unnecessary === true ? (["unnecessary"] as const) : undefined;
      for (const covered of options?.covers ?? []) starts = (starts ?? new Set()).add(covered.start);
      keep({
        code,
        severity,
        span,
        covers: options?.covers,
        make: () => makeDiagnostic(entries, code, { span, severity, docsUrl, tags }, details()),
      });
    },
    hasAt: (start) => starts?.has(start) ?? false,
    hasErrorAt: (start) => errorStarts?.has(start) ?? false,
    hasErrors: () => errorStarts !== undefined,
    hasWarnings: () => hasWarnings,
    diagnostics() {
      const kept = sortedByPosition(mostSevere(findings, maxDiagnostics));
      const made = kept.map((finding) => finding.make());
      if (!made.some(hasPreferred)) return made;
      const fixed = made.flatMap((diagnostic, index) =>
        hasPreferred(diagnostic) ? placesOf(diagnostic, kept[index]?.covers) : [],
      );
      return isDoubtful(fixed) ? made.map(withoutPreferred) : made;
    },
  };
}

function hasPreferred({ fixes }: Diagnostic): boolean {
  return fixes?.some(({ preferred }) => preferred === true) === true;
}

function withoutPreferred(diagnostic: Diagnostic): Diagnostic {
  const { fixes } = diagnostic;
  if (fixes === undefined) return diagnostic;
  return { ...diagnostic, fixes: fixes.map(({ title, edits }) => ({ title, edits })) };
}

/** What a diagnostic and its fixes are about. */
function placesOf({ span, fixes = [] }: Diagnostic, covers: readonly Span[] = []): readonly Span[] {
  return [span, ...covers, ...fixes.flatMap(({ edits }) => edits.map((edit) => edit.span))];
}

/** One diagnostic, from its code and arguments. */
export function makeDiagnostic<Code extends DiagnosticCode, C extends Code>(
  entries: Entries<Code>,
  code: C,
  head: Head,
  details: Details<C>,
): Diagnostic {
  // The finding of any one code is one of all, which the compiler does not see.
  return diagnosticOf(code, entries[code], head, details) as Diagnostic;
}

/** What is known of a diagnostic before its message is made. */
interface Head extends Pick<DiagnosticOf<DiagnosticCode>, "span" | "path"> {
  readonly tags?: readonly "unnecessary"[] | undefined;
  readonly severity?: Severity;
  readonly docsUrl?: string | undefined;
}

function diagnosticOf<C extends DiagnosticCode>(
  code: C,
  entry: Entry<C>,
  { span, severity = entry.severity, docsUrl, path, tags }: Head,
  details: Details<C>,
): DiagnosticOf<C> {
  const { args, related = [], fixes = [] } = details;
  const [message, href] = [entry.message(args), hrefOf(code, docsUrl)];
  // Most have nothing more, and three spreads take longer than all the rest.
  if (related.length === 0 && fixes.length === 0 && path === undefined && tags === undefined)
    return { code, severity, message, data: args, span, href };
  return {
    code,
    severity,
    message,
    data: args,
    span,
    ...(related.length > 0 ? { related } : {}),
    ...(path === undefined ? {} : { path }),
    ...(tags === undefined ? {} : { tags }),
    ...(fixes.length > 0 ? { fixes } : {}),
    href,
  };
}

/** Each severity by how severe it is, the severest first. */
export const ranks: Readonly<Record<Severity, number>> = { error: 0, warning: 1, information: 2, hint: 3 };

function mostSevere(findings: readonly Finding[], most: number): readonly Finding[] {
  if (findings.length <= most) return findings;
  const bySeverity = findings.toSorted(
    (a, b) => ranks[a.severity] - ranks[b.severity] || a.span.start - b.span.start || a.span.end - b.span.end,
  );
  return bySeverity.slice(0, most);
}

function sortedByPosition(findings: readonly Finding[]): readonly Finding[] {
  // The rules go through a query from left to right, so most findings are in order.
  const isSorted = findings.every((each, at) => at === 0 || byPosition(findings[at - 1] ?? each, each) <= 0);
  return isSorted ? findings : findings.toSorted(byPosition);
}

function byPosition(a: Finding, b: Finding): number {
  return a.span.start - b.span.start || a.span.end - b.span.end || ranks[a.severity] - ranks[b.severity];
}
