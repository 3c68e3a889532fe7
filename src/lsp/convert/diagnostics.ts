// Diagnostics as the protocol has them, with what their fixes need to be offered again.
import {
  DiagnosticSeverity,
  DiagnosticTag,
  type Diagnostic as ProtocolDiagnostic,
  type TextEdit as ProtocolEdit,
  Range,
} from "vscode-languageserver";
import { isRecord } from "../../data/guards.ts";
import type { Diagnostic, Fix, Severity } from "../../diagnostics/diagnostic.ts";
import { hrefOf } from "../../diagnostics/href.ts";
import type { DiagnosticSupport } from "../client-capabilities.ts";
import type { Document } from "../documents.ts";
import { editsOf, rangeOf } from "./ranges.ts";

/** A fix as it travels with its diagnostic. */
export interface CarriedFix {
  readonly title: string;
  readonly preferred: boolean;
  readonly edits: readonly ProtocolEdit[];
}

/** The source of every diagnostic. */
const source = "slice-cql";

/** A diagnostic of a document; `docsUrl` is the page that explains it, if there is one. */
export function diagnosticOf(
  { uri, version, lines }: Document,
  { code, severity, message, span, related = [], tags = [], fixes = [] }: Diagnostic,
  can: DiagnosticSupport,
  docsUrl: string | undefined,
): ProtocolDiagnostic {
  const link = can.codeDescription && docsUrl !== undefined ? hrefOf(code, docsUrl) : undefined;
  const relatedInformation = related.map((each) => ({
    location: { uri, range: rangeOf(lines, each.span) },
    message: each.message,
  }));
  const carried = { version, fixes: fixes.map((fix) => carriedFix(fix, lines)) };
  return {
    range: rangeOf(lines, span),
    severity: severityOf(severity),
    code,
    source,
    message,
    ...(link === undefined ? {} : { codeDescription: { href: link } }),
    ...(can.unnecessary && tags.includes("unnecessary") ? { tags: [DiagnosticTag.Unnecessary] } : {}),
    ...(can.related && relatedInformation.length > 0 ? { relatedInformation } : {}),
    ...(can.data && fixes.length > 0 ? { data: carried } : {}),
  };
}

/** The fixes that a diagnostic carries, if they were made for this version of the document. */
export function carriedFixes({ data }: ProtocolDiagnostic, version: number): readonly CarriedFix[] {
  if (!isRecord(data) || data["version"] !== version || !Array.isArray(data["fixes"])) return [];
  return data["fixes"].flatMap((fix: unknown) => readFix(fix));
}

function carriedFix({ title, preferred = false, edits }: Fix, lines: Document["lines"]): CarriedFix {
  return { title, preferred, edits: editsOf(lines, edits) };
}

/** Data returned by a client is accepted only if it is complete. */
function readFix(fix: unknown): readonly CarriedFix[] {
  if (!isRecord(fix)) return [];
  const { title, preferred, edits } = fix;
  if (typeof title !== "string" || !Array.isArray(edits) || !edits.every(isEdit)) return [];
  return [{ title, preferred: preferred === true, edits: edits.map(plainEdit) }];
}

/** Members in our order, so that equal edits have equal JSON. */
function plainEdit({ range: { start, end }, newText }: ProtocolEdit): ProtocolEdit {
  const range = {
    start: { line: start.line, character: start.character },
    end: { line: end.line, character: end.character },
  };
  return { range, newText };
}

function isEdit(edit: unknown): edit is ProtocolEdit {
  return isRecord(edit) && Range.is(edit["range"]) && typeof edit["newText"] === "string";
}

function severityOf(severity: Severity): DiagnosticSeverity {
  switch (severity) {
    case "error":
      return DiagnosticSeverity.Error;
    case "warning":
      return DiagnosticSeverity.Warning;
    case "information":
      return DiagnosticSeverity.Information;
    case "hint":
      return DiagnosticSeverity.Hint;
  }
}
