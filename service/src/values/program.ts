// How to start the program in a clone, for texts that tell people what to run.

/** What comes before a command, such as `credits grant`. */
export const program = "npx slice-service";
