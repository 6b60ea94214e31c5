import type { PortBlock } from "../ports/port-block.ts";
import type { CleanUp } from "./clean-up.ts";
import { simulatorClient } from "./simulator-client.ts";
import type { ProviderSettings, StackOptions, StackSimulator } from "./stack.ts";
import { type Supervision, startSimulatorProcess } from "./start-simulator-process.ts";

export interface OpenProvider {
  readonly provider: ProviderSettings;
  /** The value of a setting of the gateway, or undefined for its default. */
  readonly keyPrefixes: string | undefined;
  readonly simulator:
    | { readonly client: StackSimulator; readonly pid: () => number | undefined }
    | undefined;
}

type Options = Pick<
  StackOptions,
  "simulator" | "simulatesEveryProvider" | "provider" | "stateDir"
> & {
  readonly supervision: Supervision;
  readonly ports: PortBlock;
};

/** Settings for the simulator, which accepts every well-formed key. */
const SIMULATOR_SETTINGS = { LLM_API_KEY: "sk-ant-simulated", LLM_MODEL: "simulated" };

export async function openProvider(options: Options, cleanUp: CleanUp): Promise<OpenProvider> {
  const { simulator, provider = {}, stateDir, ports, supervision } = options;
  if (simulator === undefined) return { provider, keyPrefixes: undefined, simulator: undefined };
  const started =
    simulator === "start"
      ? await startSimulatorProcess({ stateDir, ports, ...supervision })
      : undefined;
  if (started !== undefined) await cleanUp.add("the simulator", started.stop);
  const url = started?.url ?? (simulator as { readonly url: string }).url;
  const every = options.simulatesEveryProvider === true;
  return {
    provider: {
      ...SIMULATOR_SETTINGS,
      LLM_BASE_URL: url,
      ...(every && { LLM_PROVIDER: "both", PROVIDER_TABLE: tableOf(url) }),
      ...provider,
    },
    keyPrefixes: every ? PREFIXES.map((prefix) => `${prefix}=simulated:both`).join(",") : undefined,
    simulator: { client: simulatorClient(url), pid: started?.pid ?? (() => undefined) },
  };
}

/**
 * The key prefixes that the services know by default, and the prefix that stands for all other
 * keys.
 */
const PREFIXES = ["sk-ant-", "sk-", "*"];

function tableOf(url: string): string {
  const entry = {
    provider: "simulated",
    dialect: "both",
    base_url: url,
    default_model: "simulated",
  };
  return JSON.stringify(Object.fromEntries(PREFIXES.map((prefix) => [prefix, entry])));
}
