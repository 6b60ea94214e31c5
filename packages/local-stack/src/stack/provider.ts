import type { PortBlock } from "../ports/port-block.ts";
import type { CleanUp } from "./clean-up.ts";
import { simulatorClient } from "./simulator-client.ts";
import type { ProviderSettings, StackOptions, StackSimulator } from "./stack.ts";
import { type Supervision, startSimulatorProcess } from "./start-simulator-process.ts";

export interface OpenProvider {
  readonly provider: ProviderSettings;
  readonly simulator:
    | { readonly client: StackSimulator; readonly pid: () => number | undefined }
    | undefined;
}

type Options = Pick<StackOptions, "simulator" | "provider" | "stateDir"> & {
  readonly supervision: Supervision;
  readonly ports: PortBlock;
};

/** The simulator accepts every well-formed key. */
const SIMULATOR_SETTINGS = { LLM_API_KEY: "sk-ant-simulated", LLM_MODEL: "simulated" };

export async function openProvider(options: Options, cleanUp: CleanUp): Promise<OpenProvider> {
  const { simulator, provider = {}, stateDir, ports, supervision } = options;
  if (simulator === undefined) return { provider, simulator: undefined };
  const started =
    simulator === "start"
      ? await startSimulatorProcess({ stateDir, ports, ...supervision })
      : undefined;
  if (started !== undefined) await cleanUp.add("the simulator", started.stop);
  const url = started?.url ?? (simulator as { readonly url: string }).url;
  return {
    provider: { ...SIMULATOR_SETTINGS, LLM_BASE_URL: url, ...provider },
    simulator: { client: simulatorClient(url), pid: started?.pid ?? (() => undefined) },
  };
}
