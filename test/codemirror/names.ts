// Names that would be markup, code or several lines if they were treated as anything but text.

/** An element that would run a script. */
export const hostileName = '<img src="x" onerror="globalThis.hacked = true">';

/** Two lines. */
export const multilineName = "Sales\nNorth";

/** What Markdown and CQL quote with. */
export const quotedName = 'The "best" `sales`';
