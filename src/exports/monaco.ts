/**
 * CQL in the Monaco editor.
 *
 * @module slice-cql/monaco
 */

export type { Monaco } from "../monaco/namespace.ts";
export {
  registerSliceCql,
  type SliceCqlMonacoOptions,
  type SliceCqlRegistration,
} from "../monaco/register.ts";
