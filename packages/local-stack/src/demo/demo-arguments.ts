import { parseArgs } from "node:util";
import { DEFAULT_STATE_DIR } from "../repository-root.ts";

export const USAGE = `Usage: npm start -- [options]
Starts the six services on this machine, sends two letters with personal data through them, shows what each
of them saw, checks every promise, and keeps running.

  --once        stop after the demonstration; exit code 0 only if every promise was checked and kept
  --port PORT   the gateway's port (default 8080; with --once a free one)
  --state DIR   keys, data and logs (default .veil in the checkout)
  --help

To use a real provider instead of the simulated one, set LLM_API_KEY and, if the defaults do not fit, LLM_PROVIDER
(anthropic or openai), LLM_BASE_URL and LLM_MODEL. What the provider received cannot be checked then.`;

const DEFAULT_PORT = 8080;

export interface DemoArguments {
  readonly once: boolean;
  readonly port: number | undefined;
  readonly stateDir: string;
}

/** Undefined for `--help`. @throws Error with a message for the user */
export function parseDemoArguments(args: readonly string[]): DemoArguments | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      once: { type: "boolean", default: false },
      port: { type: "string" },
      state: { type: "string", default: DEFAULT_STATE_DIR },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return undefined;
  const { once, state: stateDir } = values;
  return { once, port: portOf(values.port, once), stateDir };
}

function portOf(text: string | undefined, once: boolean): number | undefined {
  if (text === undefined) return once ? undefined : DEFAULT_PORT;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error("--port must be a number from 1 to 65535");
  return port;
}
