// The types of the client in Python: a TypedDict for each object of the OpenAPI document. Python 3.10 has no way to mark one member as
// optional, so that an object with both kinds of members is made of two.

import type { OpenapiDocument, Schema } from "../../../service/src/openapi/types.ts";
import { answerOf, type Method, methodsOf } from "./document.ts";

/** Words of Python, of those that the API may use. */
const keywords: ReadonlySet<string> = new Set([
  "from",
  "import",
  "in",
  "is",
  "not",
  "class",
  "global",
  "pass",
]);

/** What the schemas of a document are called in Python, and what declares them. */
export class PythonTypes {
  readonly #declared = new Map<string, string>();
  readonly #document: OpenapiDocument;

  constructor(document: OpenapiDocument) {
    this.#document = document;
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      if (hasMembers(schema)) this.#declare(name, schema);
      // What it is made of may be declared later.
      else if (schema.anyOf !== undefined) {
        const each = schema.anyOf.map((part, at) => quoted(this.typeOf(part, `${name}${String(at + 1)}`)));
        this.#declared.set(name, `${name} = Union[${each.join(", ")}]`);
      }
    }
    for (const method of methodsOf(document)) {
      this.bodyOf(method);
      this.answerOf(method);
    }
  }

  /** The type of a schema; one that has no name of its own is declared by the one given. */
  typeOf(schema: Schema, name: string): string {
    const { $ref, anyOf, enum: values, const: value, items } = schema;
    if ($ref !== undefined) return $ref.split("/").at(-1) ?? "";
    if (anyOf !== undefined && !hasMembers(schema))
      return unionOf(anyOf.map((each, at) => this.typeOf(each, `${name}${at === 0 ? "" : String(at + 1)}`)));
    if (value !== undefined) return literal([value]);
    if (values !== undefined) return literal(values);
    if (items !== undefined) return `List[${this.typeOf(items, `${name}Item`)}]`;
    return schema.type === "object" ? this.#objectOf(schema, name) : (simple[schema.type ?? ""] ?? "Any");
  }

  /** What a method sends. */
  bodyOf({ operation }: Method): string {
    const schema = operation.requestBody?.content["application/json"]?.schema;
    return schema === undefined ? "None" : this.typeOf(schema, `${capital(operation.operationId)}Body`);
  }

  /** What it gets. */
  answerOf({ operation, hasAnswer }: Method): string {
    if (!hasAnswer) return "None";
    const answers = ["200", "201", "202"].flatMap((status) => {
      const response = operation.responses[status];
      const isWhole = response !== undefined && "content" in response;
      return isWhole ? (response.content?.["application/json"]?.schema ?? []) : [];
    });
    return unionOf(answers.map((schema) => this.typeOf(schema, `${capital(operation.operationId)}Answer`)));
  }

  /** The type of one item of a list. */
  itemOf({ operation, list = "" }: Method): string {
    const item = answerOf(this.#document, operation)?.properties?.[list]?.items;
    const name = `${capital(operation.operationId)}Answer${capital(list)}Item`;
    return item === undefined ? "None" : this.typeOf(item, name);
  }

  /** All declarations. */
  text(): string {
    return [...this.#declared.values()].join("\n\n\n");
  }

  #objectOf(schema: Schema, name: string): string {
    const { properties = {}, patternProperties, additionalProperties } = schema;
    const [value] = Object.values(patternProperties ?? {});
    if (value !== undefined) return `Dict[str, ${this.typeOf(value, `${name}Value`)}]`;
    // A TypedDict takes no members but its own.
    if (additionalProperties !== false || Object.keys(properties).length === 0) return "Dict[str, Any]";
    this.#declare(name, schema);
    return name;
  }

  #declare(name: string, { properties = {}, required = [], description }: Schema): void {
    // Its place is taken first, so that it comes before what it refers to.
    this.#declared.set(name, "");
    const members = Object.entries(properties).map(([member, each]) => ({
      member,
      type: this.typeOf(each, name + capital(member)),
      isRequired: required.includes(member),
    }));
    this.#declared.set(name, declarationOf(name, members, description));
  }
}

/** Whether a schema is that of an object with members that are known, whatever else must hold. */
function hasMembers({ type, properties = {} }: Schema): boolean {
  return type === "object" && Object.keys(properties).length > 0;
}

interface Member {
  readonly member: string;
  readonly type: string;
  readonly isRequired: boolean;
}

function declarationOf(name: string, members: readonly Member[], description?: string): string {
  const needed = members.filter(({ isRequired }) => isRequired);
  const free = members.filter(({ isRequired }) => !isRequired);
  if (needed.length === 0) return classOf(name, "TypedDict, total=False", free, description);
  if (free.length === 0) return classOf(name, "TypedDict", needed, description);
  const first = classOf(`_${name}`, "TypedDict", needed);
  if (free.every(isName))
    return [first, classOf(name, `_${name}, total=False`, free, description)].join("\n\n\n");
  const both = `class ${name}(_${name}, _${name}Optional):\n    ${docstring(description ?? name)}`;
  return [first, classOf(`_${name}Optional`, "TypedDict, total=False", free), both].join("\n\n\n");
}

function classOf(name: string, base: string, members: readonly Member[], description?: string): string {
  if (!members.every(isName)) {
    const rows = members.map(({ member, type }) => `        ${JSON.stringify(member)}: ${quoted(type)},`);
    const total = base.endsWith("total=False") ? "\n    total=False," : "";
    return `${name} = TypedDict(\n    "${name}",\n    {\n${rows.join("\n")}\n    },${total}\n)`;
  }
  const doc = description === undefined ? [] : [`    ${docstring(description)}\n`];
  return [
    `class ${name}(${base}):`,
    ...doc,
    ...members.map(({ member, type }) => `    ${member}: ${type}`),
  ].join("\n");
}

/** Whether a member can be written as a variable. */
function isName({ member }: Member): boolean {
  return /^[a-z]\w*$/.test(member) && !keywords.has(member);
}

/** A comment of Python: a text that ends in a quote would end the comment. */
export function docstring(text: string): string {
  return `"""${text.replaceAll("\\", "\\\\").replaceAll('"""', "'''").replace(/"$/, '" ')}"""`;
}

const simple: Readonly<Record<string, string>> = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  null: "None",
};

function literal(values: readonly unknown[]): string {
  const written = values.map((value) =>
    typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value),
  );
  return `Literal[${written.join(", ")}]`;
}

function unionOf(types: readonly string[]): string {
  return [...new Set(types)].join(" | ");
}

function quoted(type: string): string {
  return JSON.stringify(type).replaceAll('\\"', "'");
}

/** A text with a capital in front, and where words meet. */
export function capital(text: string): string {
  return text.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
