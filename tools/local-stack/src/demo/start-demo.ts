import { once } from "node:events";
import type { ProviderSettings, Stack } from "../stack/stack.ts";
import { startStack } from "../stack/start-stack.ts";
import type { Check } from "./checks.ts";
import { allowEnabled, type DemoAccess, demoAccess } from "./demo-access.ts";
import type { DemoArguments } from "./demo-arguments.ts";
import { PROVIDER_SETTINGS, passedSettings, requireSimulated } from "./passed-settings.ts";
import { runDemo } from "./run-demo.ts";
import { servingNotes } from "./serving-notes.ts";
import { showDetails, showSummary } from "./show.ts";

type Env = Readonly<Record<string, string | undefined>>;

interface DemoOptions {
  readonly args: DemoArguments;
  readonly env: Env;
  readonly print: (text: string) => void;
  readonly signal: AbortSignal;
}

const STOPPED = 130;

/**
 * Runs the demonstration until it ends. @returns the exit code. @throws Error when the stack does
 * not start
 */
export async function startDemo({ args, env, print, signal }: DemoOptions): Promise<number> {
  const provider = providerSettings(env);
  requireSimulated(env, provider === undefined);
  const settings = passedSettings({ ...env, ...switchesOf(args) });
  const line = (text: string) => print(`  ${text}`);
  print(
    "Starting six services and PostgreSQL, to send two letters with personal data through them.",
  );
  const stack = await startStack({
    stateDir: args.stateDir,
    profile: "embedded",
    ...(args.port !== undefined && { gatewayPort: args.port }),
    ...(provider === undefined
      ? { simulator: "start", simulatesEveryProvider: true }
      : { provider }),
    env: settings,
    onLog: line,
    onProgress: args.details ? line : () => undefined,
    signal,
  });
  const stopped = signal.aborted ? Promise.resolve() : once(signal, "abort");
  const ended = Promise.race([stopped.then(() => STOPPED), stack.exited.then(() => 1)]);
  try {
    const demo = { stack, args, print, settings: settings["edge-gateway"] };
    const code = await Promise.race([demonstrate(demo), ended]);
    return code ?? (await ended);
  } finally {
    await stack.stop();
  }
}

interface Demo {
  readonly stack: Stack;
  readonly args: DemoArguments;
  readonly print: (text: string) => void;
  /** The gateway's settings, from the environment and the options. */
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Runs the demonstration once. Returns its exit code, or undefined when the stack keeps serving.
 */
async function demonstrate(demo: Demo): Promise<number | undefined> {
  const { stack, args, print, settings } = demo;
  if (stack.simulator === undefined)
    print("A provider is configured (LLM_API_KEY): what it receives cannot be checked.");
  const access = await demoAccess(stack);
  await allowEnabled(stack, access, settings);
  const demonstration = await runDemo(stack, access);
  print(`\n${args.details ? showDetails(demonstration) : showSummary(demonstration)}`);
  const code = exitCodeOf(demonstration.checks, stack);
  print(code === 0 ? "Every promise was kept." : "NOT every promise was kept.");
  if (args.once) return code;
  print(`\n${notes(demo, access)}`);
  return undefined;
}

/**
 * Returns 0 if all promises were kept. With a real provider, accepts promises that need the
 * simulator's record although they are unchecked.
 */
function exitCodeOf(checks: readonly Check[], { simulator }: Stack): number {
  const acceptable = ({ kept }: Check) => kept ?? simulator === undefined;
  return checks.length > 0 && checks.every(acceptable) ? 0 : 1;
}

function notes({ stack, args, settings }: Demo, { file }: DemoAccess) {
  const { gatewayUrl, simulator, stateDir, witnessKey } = stack;
  const { STREAMING_ENABLED: streaming, TOOLS_ENABLED: tools, ...others } = settings;
  return servingNotes({
    ...{ gatewayUrl, stateDir, keyFile: file, simulatorUrl: simulator?.url, witnessKey },
    ...{ streaming: streaming === "true", tools: tools === "true", details: args.details },
    settings: Object.keys(others),
  });
}

function switchesOf({ streaming, tools }: DemoArguments): Env {
  return {
    ...(streaming && { STREAMING_ENABLED: "true" }),
    ...(tools && { TOOLS_ENABLED: "true" }),
  };
}

function providerSettings(env: Env): ProviderSettings | undefined {
  if (env["LLM_API_KEY"] === undefined || env["LLM_API_KEY"] === "") return undefined;
  const given = PROVIDER_SETTINGS.flatMap((name) => (env[name] ? [[name, env[name]]] : []));
  return Object.fromEntries(given);
}
