// Says in the status of the language which catalog the names of a file are looked up in.

import { Disposable, languages, window, workspace } from "vscode";

/** Shows the catalog of the file that is being edited, until it is disposed of. */
export function showCatalogStatus(): Disposable {
  const item = languages.createLanguageStatusItem("sliceCql.catalog", { language: "slice-cql" });
  item.name = "Catalog";
  const show = (): void => {
    const { text, detail, command } = statusOf(
      workspace.getConfiguration("sliceCql", window.activeTextEditor?.document).get<unknown>("catalog"),
    );
    item.text = text;
    item.detail = detail;
    item.command = command;
  };
  show();
  return Disposable.from(
    item,
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("sliceCql.catalog")) show();
    }),
    window.onDidChangeActiveTextEditor(show),
  );
}

interface Status {
  readonly text: string;
  readonly detail: string;
  readonly command: { readonly title: string; readonly command: string; readonly arguments?: string[] };
}

function statusOf(catalog: unknown): Status {
  if (catalog === undefined || catalog === null || catalog === "")
    return {
      text: "No catalog",
      detail: "names are not checked",
      command: {
        title: "Name a Catalog",
        command: "workbench.action.openSettings",
        arguments: ["sliceCql.catalog"],
      },
    };
  return {
    text: typeof catalog === "string" ? (catalog.split("/").at(-1) ?? catalog) : "Catalog of the settings",
    detail: typeof catalog === "string" ? catalog : "sliceCql.catalog",
    command: { title: "Reload", command: "sliceCql.reloadCatalog" },
  };
}
