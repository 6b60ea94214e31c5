import { FEATURES, type Feature } from "./features.ts";

interface Target {
  /** The address of the gateway, without a slash at the end. */
  readonly url: string;
  readonly model: string;
}

export interface Client {
  /** What the settings are for, and where they go. */
  readonly title: string;
  /** What else a user of the client should know. */
  readonly notes: readonly string[];
  readonly features: readonly Feature[];
  /** Whether the client can send the provider's key and the choice of re-link with each request. */
  readonly sendsHeaders: boolean;
  readonly defaultModel: string;
  readonly settings: (target: Target) => string;
}

const RELINK_TOOLS =
  'Tools get placeholders, unless tools.relink_tools of the policy names them, such as ["Read", "Edit"].';
const MODEL = "model-1";
const PROMPT = "Answer this: I am Anna Schmidt, anna@example.org";

/** All clients that `veil setup` knows. The guide (`docs/sdk.md`) has the same settings. */
export const CLIENTS: Readonly<Record<string, Client>> = {
  "claude-code": {
    title: "Claude Code: run this in the shell that starts claude",
    notes: [RELINK_TOOLS],
    features: [
      ...[FEATURES.messages, FEATURES.messagesStream],
      ...[FEATURES.messagesTool, FEATURES.messagesCache, FEATURES.messagesThinking],
    ],
    sendsHeaders: true,
    defaultModel: MODEL,
    settings: ({ url }) => `unset ANTHROPIC_API_KEY
export ANTHROPIC_BASE_URL="${url}"
export ANTHROPIC_AUTH_TOKEN="$VEIL_API_KEY"
export ANTHROPIC_CUSTOM_HEADERS="X-Upstream-Key: $VEIL_UPSTREAM_KEY
X-Veil-Relink: true"
export CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1
export CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS=1
export ENABLE_TOOL_SEARCH=false
`,
  },
  codex: {
    title: "Codex: ~/.codex/config.toml",
    notes: [RELINK_TOOLS.replace('"Read", "Edit"', '"exec_command", "apply_patch"')],
    features: [FEATURES.responses, FEATURES.responsesStream, FEATURES.responsesTool],
    sendsHeaders: true,
    defaultModel: "gpt-5.1-codex",
    settings: ({ url, model }) => `model = "${model}"
model_provider = "veil"
web_search = "disabled"

[agents]
enabled = false

[model_providers.veil]
name = "Veil Gateway"
base_url = "${url}/v1"
env_key = "VEIL_API_KEY"
wire_api = "responses"
http_headers = { "X-Veil-Relink" = "true" }
env_http_headers = { "X-Upstream-Key" = "VEIL_UPSTREAM_KEY" }
`,
  },
  cursor: {
    title: "Cursor: Settings, Models, API Keys",
    notes: [
      "Cursor sends no headers. The gateway must store a provider key for you, and only relink of the policy restores values.",
      "Cursor's servers send the requests. They see the texts before the gateway does, and must be able to reach it.",
    ],
    features: [FEATURES.chat, FEATURES.chatStream, FEATURES.chatTool],
    sendsHeaders: false,
    defaultModel: MODEL,
    settings: ({ url }) => `OpenAI API Key            $VEIL_API_KEY
Override OpenAI Base URL  ${url}/v1
`,
  },
  langchain: {
    title: "LangChain: langchain-openai",
    notes: ["ChatAnthropic has the same parameters, but its base_url has no /v1."],
    features: [FEATURES.chat, FEATURES.chatStream, FEATURES.chatTool],
    sendsHeaders: true,
    defaultModel: MODEL,
    settings: ({ url, model }) => `import os
from langchain_openai import ChatOpenAI

model = ChatOpenAI(
    model="${model}",
    base_url="${url}/v1",
    api_key=os.environ["VEIL_API_KEY"],
    default_headers={"X-Upstream-Key": os.environ["VEIL_UPSTREAM_KEY"], "X-Veil-Relink": "true"},
)
print(model.invoke("${PROMPT}").content)
`,
  },
  litellm: {
    title: "LiteLLM: litellm as a library",
    notes: [
      'For the format of Anthropic, model begins with "anthropic/", and api_base has no /v1.',
    ],
    features: [FEATURES.chat, FEATURES.chatStream, FEATURES.chatTool],
    sendsHeaders: true,
    defaultModel: MODEL,
    settings: ({ url, model }) => `import os
import litellm

answer = litellm.completion(
    model="openai/${model}",
    api_base="${url}/v1",
    api_key=os.environ["VEIL_API_KEY"],
    extra_headers={"X-Upstream-Key": os.environ["VEIL_UPSTREAM_KEY"], "X-Veil-Relink": "true"},
    messages=[{"role": "user", "content": "${PROMPT}"}],
)
print(answer.choices[0].message.content)
`,
  },
};
