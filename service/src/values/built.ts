// Tells the built program from the sources, which Node runs as they are in a clone.

/** Whether these modules are the JavaScript that `npm run build` makes. */
export const isBuilt: boolean = import.meta.url.endsWith(".js");
