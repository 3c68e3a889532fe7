// The documentation of every code, in the order of `docs/diagnostics.md`: the one list of the files that hold it.

import { docs as dateCase } from "../../src/dates/mistakes/date-case.ts";
import { docs as dateFormat } from "../../src/dates/mistakes/date-format.ts";
import { docs as dateInFuture } from "../../src/dates/mistakes/date-in-future.ts";
import { docs as dateNonAscii } from "../../src/dates/mistakes/date-non-ascii.ts";
import { docs as dateNonexistent } from "../../src/dates/mistakes/date-nonexistent.ts";
import { docs as dateOutOfRange } from "../../src/dates/mistakes/date-out-of-range.ts";
import { docs as dateUnknown } from "../../src/dates/mistakes/date-unknown.ts";
import { docs as dateWhitespace } from "../../src/dates/mistakes/date-whitespace.ts";
import { docs as dateWithTime } from "../../src/dates/mistakes/date-with-time.ts";
import { docs as offsetCombined } from "../../src/dates/mistakes/offset-combined.ts";
import { docs as offsetNumber } from "../../src/dates/mistakes/offset-number.ts";
import { docs as offsetUnitAmbiguous } from "../../src/dates/mistakes/offset-unit-ambiguous.ts";
import { docs as offsetUnitMissing } from "../../src/dates/mistakes/offset-unit-missing.ts";
import { docs as offsetUnitUnknown } from "../../src/dates/mistakes/offset-unit-unknown.ts";
import type { RuleDocs } from "../../src/diagnostics/docs.ts";
import { docs as ambiguousName } from "../../src/lint/rules/ambiguous-name.ts";
import { docs as commaInName } from "../../src/lint/rules/comma-in-name.ts";
import { docs as datePlusSign } from "../../src/lint/rules/date-plus-sign.ts";
import { docs as duplicateTerm } from "../../src/lint/rules/duplicate-term.ts";
import { docs as emptyRange } from "../../src/lint/rules/empty-range.ts";
import { docs as freeText } from "../../src/lint/rules/free-text.ts";
import { docs as futureDate } from "../../src/lint/rules/future-date.ts";
import { docs as noMembership } from "../../src/lint/rules/no-membership.ts";
import { docs as notANegation } from "../../src/lint/rules/not-a-negation.ts";
import { docs as notAnOperator } from "../../src/lint/rules/not-an-operator.ts";
import { docs as quoteInWord } from "../../src/lint/rules/quote-in-word.ts";
import { docs as redundantDate } from "../../src/lint/rules/redundant-date.ts";
import { docs as scopeTerm } from "../../src/lint/rules/scope-term.ts";
import { docs as singleQuote } from "../../src/lint/rules/single-quote.ts";
import { docs as unknownQualifier } from "../../src/lint/rules/unknown-qualifier.ts";
import { docs as unknownType } from "../../src/lint/rules/unknown-type.ts";
import { docs as unresolvedShape } from "../../src/lint/rules/unresolved-shape.ts";
import { docs as unresolvedSource } from "../../src/lint/rules/unresolved-source.ts";
import { docs as uuidNotAName } from "../../src/lint/rules/uuid-not-a-name.ts";
import { filterIgnoredDocs, malformedBodyDocs } from "../../src/pipeline/slice-body-docs.ts";
import { docs as controlCharacter } from "../../src/syntax/rules/control-character.ts";
import { docs as invisibleCharacter } from "../../src/syntax/rules/invisible-character.ts";
import { docs as malformedUnicode } from "../../src/syntax/rules/malformed-unicode.ts";
import { docs as missingSpace } from "../../src/syntax/rules/missing-space.ts";
import { docs as missingValue } from "../../src/syntax/rules/missing-value.ts";
import { docs as qualifierCase } from "../../src/syntax/rules/qualifier-case.ts";
import { docs as smartQuote } from "../../src/syntax/rules/smart-quote.ts";
import { docs as tooLong } from "../../src/syntax/rules/too-long.ts";
import { docs as tooManyTerms } from "../../src/syntax/rules/too-many-terms.ts";
import { docs as unterminatedQuote } from "../../src/syntax/rules/unterminated-quote.ts";

/** One element a code. */
export const ruleDocs: readonly RuleDocs[] = [
  unterminatedQuote,
  missingValue,
  missingSpace,
  qualifierCase,
  smartQuote,
  invisibleCharacter,
  controlCharacter,
  malformedUnicode,
  tooLong,
  tooManyTerms,
  malformedBodyDocs,
  dateNonexistent,
  dateOutOfRange,
  dateFormat,
  dateWithTime,
  dateCase,
  dateWhitespace,
  dateNonAscii,
  dateInFuture,
  dateUnknown,
  offsetUnitMissing,
  offsetUnitAmbiguous,
  offsetUnitUnknown,
  offsetNumber,
  offsetCombined,
  unresolvedShape,
  unresolvedSource,
  commaInName,
  uuidNotAName,
  ambiguousName,
  unknownType,
  emptyRange,
  futureDate,
  datePlusSign,
  unknownQualifier,
  notANegation,
  notAnOperator,
  quoteInWord,
  singleQuote,
  scopeTerm,
  freeText,
  noMembership,
  filterIgnoredDocs,
  duplicateTerm,
  redundantDate,
];

/** The folders in which every file is a rule, and has documentation if it is the only one to report its code. */
export const ruleFolders: readonly string[] = ["src/syntax/rules", "src/dates/mistakes", "src/lint/rules"];
