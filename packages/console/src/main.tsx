// Starts the console in the page that the service sends.

import { render } from "preact";
import { App } from "./app.tsx";

const place = document.querySelector("#console");
if (place === null) throw new Error("The page has no place for the console.");
render(<App />, place);
