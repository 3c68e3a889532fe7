// Checks responses against the OpenAPI document of the service that sent them.

import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

/** An answer, and what it answers. */
export interface Answered {
  readonly method: string;
  /** With or without its query. */
  readonly path: string;
  readonly status: number;
  /** The media type, with or without parameters. */
  readonly contentType: string | null;
  readonly text: string;
}

/** What a service promises. */
export interface Contract {
  readonly document: any;
  /** What is wrong with an answer; undefined if it is as the document says. */
  readonly breachOf: (answered: Answered) => string | undefined;
}

/** The types of answers that are texts rather than JSON. */
const areTexts: ReadonlySet<string> = new Set(["application/x-ndjson", "text/event-stream"]);

const contracts = new Map<string, Promise<Contract>>();

/** The contract of the service at this address. */
export async function contractAt(url: string): Promise<Contract> {
  const { origin } = new URL(url);
  const known = contracts.get(origin);
  if (known !== undefined) return await known;
  const read = fetch(`${origin}/openapi.json`).then(async (response) => contractOf(await response.json()));
  contracts.set(origin, read);
  return await read;
}

/** The contract that a document is. */
export function contractOf(document: any): Contract {
  const validate = validator(document);
  const breachOf = ({ method, path, status, contentType, text }: Answered): string | undefined => {
    const operation = operationOf(document, method, path);
    const promised = operation === undefined ? refusalIn(document) : responseOf(document, operation, status);
    if (promised === undefined) return `the status ${status} is not documented`;
    const type = contentType?.split(";")[0]?.trim() ?? "";
    if (operation === undefined && status < 400) return "the path is not documented";
    if (promised.content === undefined) return text === "" ? undefined : "a body is not documented";
    const schema = promised.content[type]?.schema;
    if (schema === undefined) return `the type ${JSON.stringify(type)} is not documented`;
    return validate(schema, areTexts.has(type) ? text : JSON.parse(text));
  };
  return { document, breachOf };
}

/** Every operation: its method, the template of its path, and what the document says of it. */
export function operationsOf(
  document: any,
): readonly { readonly method: string; readonly path: string; readonly operation: any }[] {
  return Object.entries<any>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** What a reference leads to; anything else as it is. */
export function resolved(document: any, value: any): any {
  if (typeof value?.$ref !== "string") return value;
  const keys: string[] = value.$ref.slice(2).split("/");
  const target = keys.reduce((at, key) => at?.[key.replaceAll("~1", "/").replaceAll("~0", "~")], document);
  if (target === undefined) throw new Error(`${value.$ref} leads nowhere.`);
  return resolved(document, target);
}

function operationOf(document: any, method: string, path: string): any {
  const segments = (path.split("?")[0] ?? "").split("/");
  const fits = (template: string): boolean => {
    const parts = template.split("/");
    return (
      parts.length === segments.length &&
      parts.every((part, at) => part.startsWith("{") || part === segments[at])
    );
  };
  const template = Object.keys(document.paths)
    .filter(fits)
    .toSorted((a, b) => a.split("{").length - b.split("{").length)[0];
  return template === undefined ? undefined : document.paths[template][method.toLowerCase()];
}

function responseOf(document: any, { responses }: any, status: number): any {
  return resolved(
    document,
    responses[status] ??
      (status >= 400 ? (responses[`${Math.floor(status / 100)}XX`] ?? responses.default) : undefined),
  );
}

/** What is not a documented operation can only be refused, with a problem as any other operation has it. */
function refusalIn(document: any): any {
  for (const { operation } of operationsOf(document))
    for (const response of Object.values<any>(operation.responses)) {
      const { content } = resolved(document, response);
      const schema = content?.["application/problem+json"];
      if (schema !== undefined) return { content: { "application/problem+json": schema } };
    }
  throw new Error("The document has no problem.");
}

function validator(document: any): (schema: any, value: unknown) => string | undefined {
  const ajv = new Ajv2020({ strictSchema: true, allErrors: true, validateFormats: false });
  // What references lead to comes along; the others are words of OpenAPI.
  for (const keyword of ["components", "example", "x-extension", "discriminator", "externalDocs"])
    ajv.addKeyword(keyword);
  const compiled = new Map<object, ValidateFunction>();
  return (schema, value) => {
    const validate = compiled.get(schema) ?? ajv.compile({ ...schema, components: document.components });
    compiled.set(schema, validate);
    return validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: "the body" });
  };
}
