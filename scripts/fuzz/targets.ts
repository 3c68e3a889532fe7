// Everything that can be fuzzed, by name.

import { type Campaign, campaignOf, type Setting } from "./campaign.ts";
import { algebraTarget } from "./targets/algebra.ts";
import { compileTarget } from "./targets/compile.ts";
import { formatTarget } from "./targets/format.ts";
import { lspTarget } from "./targets/lsp.ts";
import { mongodbTarget } from "./targets/mongodb.ts";
import { opensearchTarget } from "./targets/opensearch.ts";
import { parseTarget } from "./targets/parse.ts";
import { predicateTarget } from "./targets/predicate.ts";
import { scopeTarget } from "./targets/scope.ts";
import { serviceTarget } from "./targets/service.ts";
import { sqlTarget } from "./targets/sql.ts";

/** Starts a search in a target. */
export type Start = (setting: Setting) => Campaign;

/** The targets, in the order in which they are listed. */
export const targets: Readonly<Record<string, Start>> = {
  parse: (setting) => campaignOf(parseTarget(), setting),
  format: (setting) => campaignOf(formatTarget(), setting),
  compile: (setting) => campaignOf(compileTarget(), setting),
  scope: (setting) => campaignOf(scopeTarget(), setting),
  sql: (setting) => campaignOf(sqlTarget(), setting),
  mongodb: (setting) => campaignOf(mongodbTarget(), setting),
  opensearch: (setting) => campaignOf(opensearchTarget(), setting),
  predicate: (setting) => campaignOf(predicateTarget(), setting),
  algebra: (setting) => campaignOf(algebraTarget(), setting),
  service: (setting) => campaignOf(serviceTarget(), setting),
  lsp: (setting) => campaignOf(lspTarget(), setting),
};
