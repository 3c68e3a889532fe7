// A file in CommonJS, for the compilers alone: with "module": "nodenext" it may import the package as docs/install.md says.

import { type Diagnostic, validate } from "slice-cql";

const found: readonly Diagnostic[] = validate("tpye:Person");
export = found;
