// The server that the conformance suite expects, on the wiring of the service: tools with fixed names, which say what the suite looks for.

import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type InputRequests,
  type InputRequiredResult,
  inputRequired,
  McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ServerContext,
} from "@modelcontextprotocol/server";

const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const sound = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";
const image = { type: "image", data: pixel, mimeType: "image/png" } as const;

const text = (said: string) => ({ type: "text", text: said }) as const;
const saying = (said: string): CallToolResult => ({ content: [text(said)] });
const resource = (uri: string, said: string) =>
  ({ type: "resource", resource: { uri, mimeType: "text/plain", text: said } }) as const;

type Result = CallToolResult | InputRequiredResult;
type Tool = (context: ServerContext, input: any) => Result | Promise<Result>;

const codec = createRequestStateCodec<any>({ key: "a key for the fixture, of 32 bytes and more" });

const form = (message: string, name: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties: { [name]: { type: "string" } }, required: [name] },
  });
const confirmation = inputRequired.elicit({
  message: "Please confirm",
  requestedSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
});
const sampling = () =>
  inputRequired.createMessage({ messages: [{ role: "user", content: text("Greet") }], maxTokens: 50 });

/** Tells a client of 2025 something. */
async function log(mcpReq: ServerContext["mcpReq"], data: string): Promise<void> {
  // oxlint-disable-next-line typescript/no-deprecated -- what the requirements of 2025 have, and the suite tests
  await mcpReq.log("info", data);
}

function capabilitiesOf(context: ServerContext): any {
  return (context.mcpReq.envelope as any)?.[CLIENT_CAPABILITIES_META_KEY] ?? {};
}

const contents: Readonly<Record<string, Tool>> = {
  test_simple_text: () => saying("This is a simple text response for testing."),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: "audio", data: sound, mimeType: "audio/wav" }] }),
  test_embedded_resource: () => ({ content: [resource("test://embedded-resource", "Embedded.")] }),
  test_multiple_content_types: () => ({
    content: [text("Multiple content types test:"), image, resource("test://mixed-content-resource", "{}")],
  }),
  test_error_handling: () => ({
    isError: true,
    ...saying("This tool intentionally returns an error for testing"),
  }),
  test_tool_with_progress: async ({ mcpReq }) => {
    const { progressToken } = mcpReq["_meta"] ?? {};
    if (progressToken !== undefined)
      for (const progress of [0, 50, 100])
        await mcpReq.notify({
          method: "notifications/progress",
          params: { progressToken, progress, total: 100 },
        });
    return saying("done");
  },
  test_tool_with_logging: async ({ mcpReq }) => {
    for (const said of ["started", "processing", "completed"]) await log(mcpReq, said);
    return saying("done");
  },
  test_logging_tool: async ({ mcpReq }) => {
    await log(mcpReq, "ran");
    return saying("done");
  },
  test_missing_capability: (context) => {
    if (capabilitiesOf(context).sampling === undefined)
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
    return saying("done");
  },
  test_streaming_elicitation: () => inputRequired({ inputRequests: { user_name: form("Name?", "name") } }),
};

const asking: Readonly<Record<string, Tool>> = {
  test_input_required_result_elicitation: ({ mcpReq }) => {
    const name = acceptedContent<{ name: string }>(mcpReq.inputResponses, "user_name")?.name;
    return typeof name === "string"
      ? saying(`Hello, ${name}!`)
      : inputRequired({ inputRequests: { user_name: form("What is your name?", "name") } });
  },
  test_input_required_result_sampling: ({ mcpReq }) =>
    mcpReq.inputResponses?.["capital_question"] === undefined
      ? inputRequired({ inputRequests: { capital_question: sampling() } })
      : saying("Sampling response: Paris"),
  test_input_required_result_list_roots: ({ mcpReq }) =>
    mcpReq.inputResponses?.["client_roots"] === undefined
      ? inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
      : saying("Client exposed roots"),
  test_input_required_result_request_state: async (context) => await confirmed(context, "state-ok"),
  test_input_required_result_tampered_state: async (context) => await confirmed(context, "integrity-ok"),
  test_input_required_result_multiple_inputs: async ({ mcpReq }) =>
    ["user_name", "greeting", "client_roots"].every((name) => mcpReq.inputResponses?.[name] !== undefined)
      ? saying("all there")
      : inputRequired({
          inputRequests: {
            user_name: form("What is your name?", "name"),
            greeting: sampling(),
            client_roots: inputRequired.listRoots(),
          },
          requestState: await codec.mint({}),
        }),
  test_input_required_result_multi_round: async ({ mcpReq }) => {
    const { round = 0 } = mcpReq.requestState<{ readonly round?: number }>() ?? {};
    if (round === 2) return saying("Multi-round complete");
    const step = round + 1;
    return inputRequired({
      inputRequests: { [`step${String(step)}`]: form(`Step ${String(step)}`, step === 1 ? "name" : "color") },
      requestState: await codec.mint({ round: step }),
    });
  },
  test_input_required_result_capabilities: (context) => {
    if (context.mcpReq.inputResponses !== undefined) return saying("fulfilled");
    const { elicitation, sampling: samples, roots } = capabilitiesOf(context);
    const inputRequests: InputRequests = {
      ...(elicitation !== undefined && { user_name: form("What is your name?", "name") }),
      ...(samples !== undefined && { greeting: sampling() }),
      ...(roots !== undefined && { client_roots: inputRequired.listRoots() }),
    };
    return Object.keys(inputRequests).length === 0
      ? saying("nothing to ask")
      : inputRequired({ inputRequests });
  },
};

async function confirmed({ mcpReq }: ServerContext, said: string): Promise<Result> {
  const answer = acceptedContent(mcpReq.inputResponses, "confirm");
  return answer !== undefined && mcpReq.requestState() !== undefined
    ? saying(said)
    : inputRequired({
        inputRequests: { confirm: confirmation },
        requestState: await codec.mint({}),
      });
}

const tools = { ...contents, ...asking };

const resources = new Map([
  [
    "test://static-text",
    { text: "This is the content of the static text resource.", mimeType: "text/plain" },
  ],
  ["test://static-binary", { blob: pixel, mimeType: "image/png" }],
]);

const prompts: Readonly<Record<string, (input: any, context: ServerContext) => any>> = {
  test_simple_prompt: () => [text("This is a simple prompt for testing.")],
  test_prompt_with_arguments: ({ arg1, arg2 }) => [
    text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
  ],
  test_prompt_with_embedded_resource: ({ resourceUri }) => [
    resource(resourceUri, "Embedded."),
    text("Read it."),
  ],
  test_prompt_with_image: () => [image, text("Look at it.")],
  test_input_required_result_prompt: (_input, { mcpReq }) =>
    mcpReq.inputResponses === undefined
      ? inputRequired({ inputRequests: { user_context: form("Which context?", "context") } })
      : [text("with the context")],
};

const promptArguments: Readonly<Record<string, readonly string[]>> = {
  test_prompt_with_arguments: ["arg1", "arg2"],
  test_prompt_with_embedded_resource: ["resourceUri"],
};

/** The server. */
export function conformanceServer(): McpServer {
  const mcp = new McpServer(
    { name: "conformance", version: "1.0.0" },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} },
      requestState: { verify: codec.verify },
    },
  );
  const { server } = mcp;
  server.setRequestHandler("tools/list", () => ({
    tools: Object.keys(tools).map((name) => ({
      name,
      description: name,
      inputSchema: { type: "object" as const },
    })),
  }));
  server.setRequestHandler("tools/call", async ({ params }, context): Promise<any> => {
    const tool = Object.entries(tools).find(([name]) => name === params.name)?.[1];
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "no such tool");
    return await tool(context, params.arguments);
  });
  server.setRequestHandler("resources/list", () => ({
    resources: [...resources].map(([uri, { mimeType }]) => ({ uri, name: uri, mimeType })),
  }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [{ uriTemplate: "test://template/{id}/data", name: "template" }],
  }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) => {
    const id = /^test:\/\/template\/(.+)\/data$/.exec(uri)?.[1];
    const found =
      id === undefined ? resources.get(uri) : { text: JSON.stringify({ id }), mimeType: "application/json" };
    if (found === undefined) throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, ...found }] as any };
  });
  server.setRequestHandler("prompts/list", () => ({
    prompts: Object.keys(prompts).map((name) => ({
      name,
      description: name,
      arguments: (promptArguments[name] ?? []).map((each) => ({ name: each, required: true })),
    })),
  }));
  server.setRequestHandler("prompts/get", ({ params }, context) => {
    const made = prompts[params.name]?.(params.arguments ?? {}, context);
    if (made === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "no such prompt");
    return Array.isArray(made) ? { messages: made.map((content) => ({ role: "user", content })) } : made;
  });
  server.setRequestHandler("completion/complete", () => ({
    completion: { values: ["paris"], total: 1, hasMore: false },
  }));
  return mcp;
}
