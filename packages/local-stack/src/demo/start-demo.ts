import { once } from "node:events";
import type { ProviderSettings, Stack } from "../stack/stack.ts";
import { startStack } from "../stack/start-stack.ts";
import type { Check } from "./checks.ts";
import type { DemoArguments } from "./demo-arguments.ts";
import { type DemoAccess, demoAccess } from "./demo-key.ts";
import { manifestPin } from "./manifest-pin.ts";
import { runDemo } from "./run-demo.ts";
import { servingNotes } from "./serving-notes.ts";

interface DemoOptions {
  readonly args: DemoArguments;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (text: string) => void;
  readonly signal: AbortSignal;
}

const STOPPED = 130;

/** Resolves to the exit code. @throws Error when the stack does not start */
export async function startDemo({ args, env, print, signal }: DemoOptions): Promise<number> {
  const provider = providerSettings(env);
  const stack = await startStack({
    stateDir: args.stateDir,
    profile: "embedded",
    ...(args.port !== undefined && { gatewayPort: args.port }),
    ...(provider === undefined ? { simulator: "start" } : { provider }),
    onLog: (line) => print(`  ${line}`),
    signal,
  });
  const stopped = signal.aborted ? Promise.resolve() : once(signal, "abort");
  const ended = Promise.race([stopped.then(() => STOPPED), stack.exited.then(() => 1)]);
  try {
    const code = await Promise.race([demonstrate(stack, args, print), ended]);
    return code ?? (await ended);
  } finally {
    await stack.stop();
  }
}

/** Undefined when the stack keeps serving. */
async function demonstrate(
  stack: Stack,
  { once: isOnce }: DemoArguments,
  print: (text: string) => void,
): Promise<number | undefined> {
  if (stack.simulator === undefined)
    print("A provider is configured (LLM_API_KEY): what it receives cannot be checked.");
  const access = await demoAccess(stack);
  const checks = await runDemo(stack, access, print);
  const code = exitCodeOf(checks, stack);
  print(code === 0 ? "\nEvery promise was kept." : "\nNOT every promise was kept.");
  if (isOnce) return code;
  print(`\n${notes(stack, access)}`);
  return undefined;
}

/** With a real provider only the other promises must hold. */
function exitCodeOf(checks: readonly Check[], { simulator }: Stack): number {
  const acceptable = ({ kept }: Check) => kept ?? simulator === undefined;
  return checks.length > 0 && checks.every(acceptable) ? 0 : 1;
}

function notes({ gatewayUrl, simulator, stateDir, witnessKey }: Stack, { file }: DemoAccess) {
  return servingNotes({
    ...{ gatewayUrl, keyFile: file, simulatorUrl: simulator?.url },
    ...{ manifestPin: manifestPin(stateDir), witnessKey },
  });
}

function providerSettings(
  env: Readonly<Record<string, string | undefined>>,
): ProviderSettings | undefined {
  const names = ["LLM_PROVIDER", "LLM_BASE_URL", "LLM_API_KEY", "LLM_MODEL"] as const;
  if (env["LLM_API_KEY"] === undefined || env["LLM_API_KEY"] === "") return undefined;
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}
