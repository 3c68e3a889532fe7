// Reports of the public declarations in which each declaration occurs once, so that changes can be reviewed.

/** A report as API Extractor writes it, of an entry by its name. */
export interface FullReport {
  readonly name: string;
  readonly text: string;
}

/**
 * The reports in the order given: what an earlier one declares is only named in a later one, if that exports it, and left out otherwise.
 * What a reader of a diff needs no notice of is left out too: that a type is used and not exported, or a member not documented.
 */
export function briefReports(reports: readonly FullReport[]): readonly string[] {
  const reported = new Map<string, string>();
  return reports.map(({ name, text }) => {
    const own: string[] = [];
    const shared = new Map<string, readonly string[]>();
    for (const declaration of declarationsOf(text)) {
      const key = declaration.replace(/^export /mu, "");
      const place = reported.get(key);
      if (place === undefined) {
        if (nameOf(declaration) !== undefined) reported.set(key, name);
        own.push(declaration);
      } else if (declaration !== key) {
        shared.set(place, [...(shared.get(place) ?? []), nameOf(declaration) ?? ""]);
      }
    }
    const named = Array.from(shared, ([place, names]) => `// As in ${place}\nexport { ${names.join(", ")} }`);
    return `# The public declarations of ${name}\n\nWritten by \`npm run update\`: do not edit.\n\n\`\`\`ts\n${[...own, ...named].join("\n\n")}\n\`\`\`\n`;
  });
}

/** Imports, and declarations with their comments. */
function declarationsOf(report: string): readonly string[] {
  const code = /```ts\n(?<code>[\s\S]*)\n```/u.exec(report)?.groups?.["code"] ?? "";
  return code
    .replace(/^ *\/\/ (?:Warning: \(ae-forgotten-export\).*|\(undocumented\))\n(?: *\/\/\n)?/gmu, "")
    .replaceAll("// @public (undocumented)", "// @public")
    .split(/\n{2,}/u)
    .map((part) => part.trim())
    .filter((part) => part !== "" && !part.startsWith("// (No @packageDocumentation"));
}

function nameOf(declaration: string): string | undefined {
  return /^(?:export )?(?:abstract class|class|const|function|interface|type) (?<name>[\w$]+)/mu.exec(
    declaration,
  )?.groups?.["name"];
}
