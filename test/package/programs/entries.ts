// Asks every entry of the installed package that works on Node.js, as a module and, bundled as such, from CommonJS.

import { askAll } from "./ask-all.ts";
import { files, onNode, pure, withEditor } from "./calls.ts";

// CommonJS has no `await` outside of functions.
void askAll([...pure, withEditor, onNode, ...files]);
