import path from "node:path";
import type { PortBlock } from "../ports/port-block.ts";
import type { ChildExit } from "../process/child-exit.ts";
import { ManagedProcess } from "../process/managed-process.ts";
import type { Watchdog } from "../process/watchdog.ts";
import { mainModule } from "../repository-root.ts";
import { waitUntilUp } from "./wait-until-up.ts";

export interface Supervision {
  readonly watchdog: Watchdog;
  readonly onUnexpectedExit: (name: string, exit: ChildExit) => void;
  readonly onLog: (line: string) => void;
}

interface SimulatorProcessOptions extends Supervision {
  readonly stateDir: string;
  readonly ports: PortBlock;
}

interface SimulatorProcess {
  readonly url: string;
  readonly pid: () => number | undefined;
  stop(): Promise<void>;
}

const STOP_MS = 1_000;

/**
 * Starts the simulator in a separate process, so that a benchmark does not count its CPU time as
 * the client's.
 */
export async function startSimulatorProcess(
  options: SimulatorProcessOptions,
): Promise<SimulatorProcess> {
  const { stateDir, ports, ...supervision } = options;
  const port = await ports.next();
  const simulator = new ManagedProcess({
    name: "upstream-simulator",
    args: [mainModule("tools/upstream-simulator")],
    env: { HOST: "127.0.0.1", PORT: String(port) },
    logFile: path.join(stateDir, "logs/upstream-simulator.log"),
    ...supervision,
  });
  const url = `http://127.0.0.1:${port}`;
  simulator.start();
  const problem = await waitUntilUp({
    ...{ name: simulator.name, url: `${url}/_health`, onLog: supervision.onLog },
    hasEnded: () => simulator.pid === undefined,
    work: () => simulator.cpuTime,
  });
  if (problem !== undefined) {
    await simulator.stop(STOP_MS);
    throw new Error(`Not ready: ${simulator.name} (${problem})`);
  }
  return { url, pid: () => simulator.pid, stop: () => simulator.stop(STOP_MS) };
}
