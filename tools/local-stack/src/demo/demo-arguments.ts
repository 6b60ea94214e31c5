import { parseArgs } from "node:util";
import { DEFAULT_STATE_DIR } from "../repository-root.ts";

export const USAGE = `Usage: npm start -- [options]
Starts the six services on this machine, sends two letters with personal data through them, shows what each
of them saw, checks every promise, and keeps running.

  --once        stop after the demonstration; exit code 0 only if every promise was checked and kept
  --details     show what each component saw, every promise, and more commands to try
  --streaming   POST /v1/messages streams (STREAMING_ENABLED=true)
  --tools       SDK calls may have tools (TOOLS_ENABLED=true), and the demonstration's key allows them
  --port PORT   the gateway's port (default 8080; with --once a free one)
  --state DIR   keys, data and logs (default .veil in the checkout)
  --help

The settings that the READMEs of the services document are taken from the environment, such as
PER_MINUTE_LIMIT_PRO=1000 npm start. Addresses, keys and files of the services are made here.

To use a real provider instead of the simulated one, set LLM_API_KEY and, if the defaults do not fit, LLM_PROVIDER
(anthropic, openai, or both for a server that speaks the two formats), LLM_BASE_URL and LLM_MODEL. What the provider
received cannot be checked then. Without LLM_API_KEY the provider is simulated for every key, and nothing leaves this
machine.`;

const DEFAULT_PORT = 8080;

export interface DemoArguments {
  readonly once: boolean;
  readonly details: boolean;
  readonly streaming: boolean;
  readonly tools: boolean;
  readonly port: number | undefined;
  readonly stateDir: string;
}

/**
 * Parses the arguments. Returns undefined for `--help`. @throws Error with a message for the user
 */
export function parseDemoArguments(args: readonly string[]): DemoArguments | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      once: { type: "boolean", default: false },
      details: { type: "boolean", default: false },
      streaming: { type: "boolean", default: false },
      tools: { type: "boolean", default: false },
      port: { type: "string" },
      state: { type: "string", default: DEFAULT_STATE_DIR },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return undefined;
  const { once, details, streaming, tools, state: stateDir } = values;
  return { once, details, streaming, tools, port: portOf(values.port, once), stateDir };
}

function portOf(text: string | undefined, once: boolean): number | undefined {
  if (text === undefined) return once ? undefined : DEFAULT_PORT;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error("--port must be a number from 1 to 65535");
  return port;
}
