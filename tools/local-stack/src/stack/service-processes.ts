import { existsSync } from "node:fs";
import path from "node:path";
import { SERVICE_NAMES, type ServiceName } from "@veil/crypto";
import type { ChildExit } from "../process/child-exit.ts";
import { ManagedProcess } from "../process/managed-process.ts";
import type { Watchdog } from "../process/watchdog.ts";
import { mainModule } from "../repository-root.ts";
import { type StackPlan, serviceEnvironment } from "./service-settings.ts";
import { waitUntilUp } from "./wait-until-up.ts";

/**
 * The time that a service gets to stop after the grace period. By default, all stop times add up to
 * less than five seconds.
 */
const GATEWAY_STOP_MS = 500;
const OTHERS_STOP_MS = 700;

interface ServiceProcessesOptions {
  readonly plan: StackPlan;
  readonly watchdog: Watchdog;
  readonly onLog: (line: string) => void;
  readonly onProgress: (line: string) => void;
  readonly onUnexpectedExit: (name: string, exit: ChildExit) => void;
}

export class ServiceProcesses {
  readonly #options: ServiceProcessesOptions;
  readonly #processes: ReadonlyMap<ServiceName, ManagedProcess>;
  #stopping = false;

  constructor(options: ServiceProcessesOptions) {
    this.#options = options;
    const entries = SERVICE_NAMES.map((service) => [service, this.#describe(service)] as const);
    this.#processes = new Map(entries);
  }

  process(service: ServiceName): ManagedProcess {
    const found = this.#processes.get(service);
    if (found === undefined) throw new Error(`No service ${service}`);
    return found;
  }

  pids(): Map<string, number> {
    const running = [...this.#processes].flatMap(([name, { pid }]) =>
      pid === undefined ? [] : [[name, pid] as const],
    );
    return new Map(running);
  }

  /**
   * Starts all services. @throws Error that names the services that are not ready, and the reasons
   */
  async startAll(): Promise<void> {
    const began = Date.now();
    for (const service of SERVICE_NAMES) this.process(service).start();
    const problems = await Promise.all(
      SERVICE_NAMES.map(async (service) => {
        const problem = await this.#untilReady(service);
        const { pid } = this.process(service);
        if (problem !== undefined) return [`${service} (${problem})`];
        this.#options.onProgress(`${service} is ready (${Date.now() - began} ms, process ${pid})`);
        return [];
      }),
    );
    const notReady = problems.flat();
    if (notReady.length > 0) throw new Error(`Not ready: ${notReady.join(", ")}`);
  }

  async restart(service: ServiceName): Promise<void> {
    const target = this.process(service);
    await this.stop(service);
    target.start();
    const problem = await this.#untilReady(service);
    if (problem !== undefined) throw new Error(`Not ready: ${service} (${problem})`);
  }

  stop(service: ServiceName): Promise<void> {
    return this.#stop(service, OTHERS_STOP_MS);
  }

  /** Stops the gateway first, because its requests in flight need the other services. */
  async stopAll(): Promise<void> {
    this.#stopping = true;
    await this.#stop("edge-gateway", GATEWAY_STOP_MS);
    await Promise.all(SERVICE_NAMES.map((service) => this.stop(service)));
  }

  #stop(service: ServiceName, afterGraceMs: number): Promise<void> {
    return this.process(service).stop(this.#options.plan.shutdownGraceMs + afterGraceMs);
  }

  #untilReady(service: ServiceName): Promise<string | undefined> {
    const target = this.process(service);
    const { plan, onLog } = this.#options;
    return waitUntilUp({
      name: service,
      url: `${plan.addresses[service].opsUrl}/ready`,
      hasEnded: () => target.pid === undefined || this.#stopping,
      work: () => target.cpuTime,
      onLog,
    });
  }

  #describe(service: ServiceName): ManagedProcess {
    const { plan, watchdog, onUnexpectedExit } = this.#options;
    const main = mainModule(`services/${service}`);
    if (!existsSync(main)) throw new Error(`${service} is not built: run npx tsc -b`);
    return new ManagedProcess({
      name: service,
      args: [main],
      env: serviceEnvironment(service, plan),
      logFile: path.join(plan.stateDir, "logs", `${service}.log`),
      watchdog,
      onUnexpectedExit,
    });
  }
}
