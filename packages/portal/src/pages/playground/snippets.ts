import { TEXT, variablesOf } from "./native-bodies.ts";

/** Source text for each tool. `{base}` is the address of the gateway. */
const SNIPPETS = {
  curl: `curl {base}/api/v1/proxy/messages \\
  -H "x-api-key: $VEIL_API_KEY" -H "content-type: application/json" \\
  -d {body}`,
  veil: `export VEIL_URL={base} VEIL_API_KEY=svc_your_key
npx veil ask --template {template} {files}`,
  "OpenAI SDK (Node)": `import OpenAI from "openai";

const client = new OpenAI({
  baseURL: "{base}/v1",
  apiKey: process.env.VEIL_API_KEY,
  defaultHeaders: { "X-Veil-Relink": "true" },
});
const answer = await client.chat.completions.create({
  model: "your-model",
  messages: [{ role: "user", content: "..." }],
});`,
  "OpenAI SDK (Python)": `import os
from openai import OpenAI

client = OpenAI(
    base_url="{base}/v1",
    api_key=os.environ["VEIL_API_KEY"],
    default_headers={"X-Veil-Relink": "true"},
)
answer = client.chat.completions.create(
    model="your-model", messages=[{"role": "user", "content": "..."}]
)`,
  "Anthropic SDK (Node)": `import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic({
  baseURL: "{base}",
  apiKey: process.env.VEIL_API_KEY,
  defaultHeaders: { "X-Veil-Relink": "true" },
});
const answer = await client.messages.create({
  model: "your-model",
  max_tokens: 1024,
  messages: [{ role: "user", content: "..." }],
});`,
  "Anthropic SDK (Python)": `import os
from anthropic import Anthropic

client = Anthropic(
    base_url="{base}",
    api_key=os.environ["VEIL_API_KEY"],
    default_headers={"X-Veil-Relink": "true"},
)
answer = client.messages.create(
    model="your-model", max_tokens=1024, messages=[{"role": "user", "content": "..."}]
)`,
  "Vercel AI SDK": `import { createOpenAI } from "@ai-sdk/openai";
import { generateText } from "ai";

const veil = createOpenAI({
  baseURL: "{base}/v1",
  apiKey: process.env.VEIL_API_KEY,
  headers: { "X-Veil-Relink": "true" },
});
const { text } = await generateText({ model: veil.chat("your-model"), prompt: "..." });`,
  LangChain: `import { ChatOpenAI } from "@langchain/openai";

const model = new ChatOpenAI({
  model: "your-model",
  apiKey: process.env.VEIL_API_KEY,
  configuration: { baseURL: "{base}/v1", defaultHeaders: { "X-Veil-Relink": "true" } },
});
const answer = await model.invoke("...");`,
} as const;

export type SnippetName = keyof typeof SNIPPETS;
export const SNIPPET_NAMES = Object.keys(SNIPPETS) as readonly SnippetName[];

/**
 * Returns the source text for a tool. The instruction is quoted, so that no shell interprets it.
 * @param base - the address of the gateway
 */
export function snippetOf(name: SnippetName, instruction: string, base: string): string {
  const names = variablesOf(instruction);
  const context = Object.fromEntries(names.map((one) => [one, "..."]));
  const body = JSON.stringify({ prompt_template: instruction, context });
  const files = names.map((one) =>
    one === TEXT ? "--file letter.txt" : `--context ${one}=${one}.txt`,
  );
  return SNIPPETS[name]
    .replaceAll("{base}", () => base)
    .replaceAll("{body}", () => shellQuoted(body))
    .replaceAll("{template}", () => shellQuoted(instruction))
    .replaceAll("{files}", () => files.join(" "));
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
