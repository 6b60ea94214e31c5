import path from "node:path";
import type { ServiceName } from "@veil/crypto";
import { ManagedProcess } from "../process/managed-process.ts";
import { mainModule } from "../repository-root.ts";
import type { CleanUp } from "./clean-up.ts";
import { type StackPlan, serviceEnvironment } from "./service-settings.ts";
import type { Replica } from "./stack.ts";
import type { Supervision } from "./start-simulator-process.ts";
import { waitUntilUp } from "./wait-until-up.ts";

interface ReplicaOptions extends Supervision {
  readonly plan: StackPlan;
  readonly service: ServiceName;
  readonly env: Readonly<Record<string, string>>;
  readonly main: string | undefined;
  readonly cleanUp: CleanUp;
}

const AFTER_GRACE_MS = 700;

export async function startReplica(options: ReplicaOptions): Promise<Replica> {
  const { plan, service, env, main, cleanUp, watchdog, onLog, onUnexpectedExit } = options;
  const port = await plan.ports.next();
  const opsPort = await plan.ports.next();
  const name = `${service}-${port}`;
  const process = new ManagedProcess({
    name,
    args: [main ?? mainModule(`services/${service}`)],
    env: {
      ...serviceEnvironment(service, plan),
      PORT: String(port),
      OPS_PORT: String(opsPort),
      ...env,
    },
    logFile: path.join(plan.stateDir, "logs", `${name}.log`),
    watchdog,
    onUnexpectedExit,
  });
  const stop = () => process.stop(plan.shutdownGraceMs + AFTER_GRACE_MS);
  await cleanUp.add(name, stop);
  process.start();
  const opsUrl = `http://127.0.0.1:${opsPort}`;
  const problem = await waitUntilUp({
    ...{ name, url: `${opsUrl}/ready`, onLog },
    hasEnded: () => process.pid === undefined,
    work: () => process.cpuTime,
  });
  if (problem !== undefined) throw new Error(`Not ready: ${name} (${problem})`);
  return {
    url: `${new URL(plan.addresses[service].url).protocol}//127.0.0.1:${port}`,
    opsUrl,
    logs: () => process.logs(),
    kill: (signal) => process.kill(signal),
    stop,
  };
}
