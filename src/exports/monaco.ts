// The entry `slice-cql/monaco`: CQL in the Monaco editor.
export type { Monaco } from "../monaco/namespace.ts";
export {
  registerSliceCql,
  type SliceCqlMonacoOptions,
  type SliceCqlRegistration,
} from "../monaco/register.ts";
