// Asks the service with the key of the person at the page. Answers are shown as text, whatever is in them.

/**
 * @typedef {{ code: string, severity: string, message: string, span: { start: number, end: number } }} Diagnostic
 * @typedef {{ id?: string, name?: string | null, title?: string | null, content?: string, type?: string, missing?: string[] }} Item
 * @typedef {object} Answer What is read of an answer, or of a problem.
 * @property {number} [matched]
 * @property {string[]} [scope_warnings]
 * @property {{ shapes: string[], sources: string[] }} [unresolved]
 * @property {Diagnostic[]} [diagnostics]
 * @property {object} [filter_definition]
 * @property {Item[]} [entities]
 * @property {Item[]} [memories]
 * @property {Item[]} [documents]
 * @property {string} [code]
 * @property {string} [title]
 * @property {string} [detail]
 * @property {{ pointer: string, message: string }[]} [errors]
 * @property {string} [request_id]
 */

const key = input("#key");
const project = input("#project");
for (const field of [key, project]) {
  field.value = sessionStorage.getItem(field.id) ?? "";
  field.addEventListener("input", () => sessionStorage.setItem(field.id, field.value.trim()));
}
find("#key-form").addEventListener("submit", (event) => event.preventDefault());
find("#forget").addEventListener("click", () => {
  for (const field of [key, project]) {
    field.value = "";
    sessionStorage.removeItem(field.id);
  }
  key.focus();
});

onSubmit("#query-form", "#query-result", async () => {
  const cql = input("#cql").value;
  const { status, body } = await ask("/v1/slices?dry_run=true", { name: "Console", cql });
  if (status !== 200) return problemOf(status, body, cql);
  const { matched = 0, scope_warnings = [], unresolved, diagnostics = [], filter_definition } = body;
  const unknown = [...(unresolved?.shapes ?? []), ...(unresolved?.sources ?? [])];
  return [
    element("p", matched === 1 ? "1 entity matches" : `${matched} entities match`, "count"),
    ...listOf("Not affecting membership", scope_warnings),
    ...listOf("Names that the project does not have", unknown),
    ...diagnosticsOf(diagnostics, cql),
    folded("The resolved filter", filter_definition),
  ];
});

onSubmit("#search-form", "#search-result", async () => {
  const { status, body } = await search(["entities", "memories", "documents"]);
  // A limited key may see no documents.
  const answer = body.code === "beyond_scope" ? await search(["entities", "memories"]) : { status, body };
  if (answer.status !== 200) return problemOf(answer.status, answer.body, "");
  const { entities = [], memories = [], documents = [] } = answer.body;
  return Object.entries({ entities, memories, documents }).flatMap(([kind, items]) => {
    const title = element("h3", `${kind} (${items.length})`);
    return [title].concat(items.map((item) => folded(titleOf(item), item)));
  });
});

/**
 * Searches for the words in the field.
 * @param {string[]} include
 */
function search(include) {
  return ask("/v1/search", { query: input("#words").value, include, explain: true });
}

/**
 * Posts a body, and reads the answer.
 * @param {string} path
 * @param {object} sent
 * @returns {Promise<{ status: number, body: Answer }>}
 */
async function ask(path, sent) {
  const response = await fetch(path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key.value.trim()}`,
      "content-type": "application/json",
      ...(project.value.trim() !== "" && { "x-service-project": project.value.trim() }),
    },
    body: JSON.stringify(sent),
  });
  /** @type {unknown} */
  const body = await response.json();
  return { status: response.status, body: isAnswer(body) ? body : {} };
}

/**
 * @param {unknown} body
 * @returns {body is Answer}
 */
function isAnswer(body) {
  return typeof body === "object" && body !== null;
}

/**
 * Runs `work` when a form is sent, and shows what it gives.
 * @param {string} form
 * @param {string} result
 * @param {() => Promise<Node[]>} work
 */
function onSubmit(form, result, work) {
  find(form).addEventListener("submit", (event) => {
    event.preventDefault();
    const place = find(result);
    place.replaceChildren(element("p", "Asking …", "note"));
    const failed = () => [element("p", "The service cannot be reached.", "error")];
    void work()
      .catch(failed)
      .then((shown) => place.replaceChildren(...shown));
  });
}

/**
 * What a problem says.
 * @param {number} status
 * @param {Answer} problem
 * @param {string} cql
 */
function problemOf(status, problem, cql) {
  const { code = "", title = "", detail = "", errors = [], diagnostics = [], request_id = "" } = problem;
  const link = element("a", code);
  link.setAttribute("href", `/errors#${encodeURIComponent(code)}`);
  const line = element("p", `${status} ${title}: `, "error");
  line.append(prose(`${detail} `), link);
  const entries = errors.map(({ pointer, message }) => `${pointer} ${message}`);
  const request = element("p", `Request ${request_id}`, "note");
  return [line, ...listOf("Where", entries), ...diagnosticsOf(diagnostics, cql), request];
}

/**
 * What is said about a query, each with its place.
 * @param {Diagnostic[]} diagnostics
 * @param {string} cql
 */
function diagnosticsOf(diagnostics, cql) {
  return diagnostics.map(({ severity, message, span, code }) => {
    const item = element("div", "", `diagnostic ${severity}`);
    const marked = cql.slice(span.start, span.end);
    item.append(element("strong", `${severity} `), prose(message), element("small", ` ${code}`));
    if (marked !== "") item.append(element("pre", marked));
    return item;
  });
}

/**
 * A message, in which what stands between backticks is code.
 * @param {string} text
 */
function prose(text) {
  const made = element("span", "");
  made.append(...text.split("`").map((part, at) => element(at % 2 === 1 ? "code" : "span", part)));
  return made;
}

/**
 * A heading and a list, or nothing for an empty list.
 * @param {string} title
 * @param {string[]} texts
 */
function listOf(title, texts) {
  if (texts.length === 0) return [];
  const list = element("ul", "");
  list.append(...texts.map((text) => element("li", text)));
  return [element("h3", title), list];
}

/**
 * JSON that is shown when it is asked for.
 * @param {string} title
 * @param {unknown} value
 */
function folded(title, value) {
  const details = element("details", "");
  details.append(element("summary", title), element("pre", JSON.stringify(value, null, 2)));
  return details;
}

/**
 * What a hit is, and which of the words it lacks.
 * @param {Item} item
 */
function titleOf({ name, title: heading, content, type, id, missing = [] }) {
  const title = name ?? heading ?? content ?? type ?? id ?? "";
  return missing.length === 0 ? title : `${title} (without ${missing.join(", ")})`;
}

/**
 * An element with a text.
 * @param {string} name
 * @param {string} text
 * @param {string} [className]
 */
function element(name, text, className = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (className !== "") made.className = className;
  return made;
}

/** @param {string} selector */
function find(selector) {
  const found = document.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`The page has no ${selector}.`);
  return found;
}

/** @param {string} selector */
function input(selector) {
  const found = find(selector);
  if (found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement) return found;
  throw new Error(`${selector} is not a field.`);
}
