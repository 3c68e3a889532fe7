// Where the documentation of a code is.
import type { DiagnosticCode } from "./arguments.ts";

/**
 * The default page of all codes, for hosts without their own. None is public yet: this name is reserved, so it leads
 * nowhere and can never belong to someone else. Replace it once a page exists.
 */
const defaultDocsUrl = "https://slice-cql.example/diagnostics";

/** The section of a code: the code is its anchor on the page. */
export function hrefOf(code: DiagnosticCode, docsUrl: string = defaultDocsUrl): string {
  const end = docsUrl.indexOf("#");
  return `${end < 0 ? docsUrl : docsUrl.slice(0, end)}#${code}`;
}

/** Throws a `TypeError` for a URL that is not a string. Its form is up to the host. */
export function requireDocsUrl(docsUrl: unknown): void {
  if (docsUrl !== undefined && typeof docsUrl !== "string")
    throw new TypeError("options.docsUrl must be a string");
}
