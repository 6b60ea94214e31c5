import { readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { PortBlock } from "../ports/port-block.ts";
import type { EmbeddedPostgres } from "../postgres/start-embedded-postgres.ts";
import { Watchdog } from "../process/watchdog.ts";
import { chooseAddresses } from "./addresses.ts";
import { CleanUp } from "./clean-up.ts";
import { createStack } from "./create-stack.ts";
import { ExitWatch } from "./exit-watch.ts";
import { lockFolder } from "./folder-lock.ts";
import { migrateDatabases } from "./gateway-commands.ts";
import { keptKeys } from "./kept-keys.ts";
import { keepOperatorKeys } from "./operator-keys.ts";
import { type OpenProvider, openProvider } from "./provider.ts";
import { type OpenServers, openServers } from "./servers/open-servers.ts";
import { ServiceProcesses } from "./service-processes.ts";
import type { StackPlan } from "./service-settings.ts";
import type { Stack, StackOptions } from "./stack.ts";
import { startWitnessProcess, type WitnessProcess } from "./start-witness-process.ts";
import { waitUntilProbed } from "./wait-until-probed.ts";

/**
 * Longer than a request of the demonstration, but short enough to stop the whole stack within five
 * seconds.
 */
const SHUTDOWN_GRACE_MS = 1_200;

/**
 * Starts a stack. No process is restarted automatically, so an unexpected exit stops the stack.
 * When this process is killed, everything that it started stops within five seconds.
 * @throws Error that names what is not ready; then nothing is left running
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { onLog = () => undefined, onProgress = onLog } = options;
  const cleanUp = new CleanUp(onLog);
  const exits = new ExitWatch({
    onLog,
    logsOf: (name) => logText(options.stateDir, name),
    stop: () => cleanUp.run(),
  });
  options.signal?.addEventListener("abort", () => {
    exits.close();
    void cleanUp.run();
  });
  try {
    return await boot({ ...options, onLog, onProgress }, cleanUp, exits);
  } catch (error) {
    exits.close();
    await cleanUp.run();
    throw error;
  }
}

async function boot(
  options: StackOptions & Required<Pick<StackOptions, "onLog" | "onProgress">>,
  cleanUp: CleanUp,
  exits: ExitWatch,
): Promise<Stack> {
  const { onLog, onProgress, profile } = options;
  await cleanUp.add("the lock of the folder", lockFolder(options.stateDir));
  const stateDir = realpathSync(options.stateDir);
  // The keys come before the database, so that a database never exists without keys.
  const keysDir = await keptKeys(stateDir);
  keepOperatorKeys(stateDir);
  const watchdog = new Watchdog();
  await cleanUp.add("the watchdog", () => watchdog.dismiss());
  const ports = await PortBlock.reserve();
  await cleanUp.add("the ports", () => ports.release());
  const supervision = { watchdog, onLog, onUnexpectedExit: exits.report };
  const own = { ...options, stateDir, keysDir, ports };

  const onPostgres = (postgres: EmbeddedPostgres) => watchPostgres(postgres, watchdog, exits);
  const servers = await openServers({ ...own, onPostgres }, cleanUp);
  const { postgres } = servers;
  onProgress(
    postgres ? `PostgreSQL is ready (process ${postgres.pid})` : "the servers are prepared",
  );
  const { simulator, ...providers } = await openProvider({ ...own, supervision }, cleanUp);
  const witness = await openWitness({ ...own, ...supervision }, cleanUp);
  const plan = await preparePlan({ ...own, witness }, servers, providers);
  onProgress("both databases are migrated");
  const services = new ServiceProcesses({ plan, ...supervision, onProgress });
  await cleanUp.add("the services", () => services.stopAll());
  await services.startAll();
  onProgress(`isolation: ${await waitUntilProbed(plan.addresses["edge-gateway"].opsUrl)}`);
  const parts = { profile, plan, servers, services, simulator, cleanUp, exits, supervision };
  return createStack({ ...parts, witness });
}

async function openWitness(
  options: Omit<Parameters<typeof startWitnessProcess>[0], "auditKeys"> & {
    readonly keysDir: string;
  },
  cleanUp: CleanUp,
): Promise<WitnessProcess> {
  const { keysDir, stateDir, ports, watchdog, onLog, onUnexpectedExit } = options;
  const auditKeys = readFileSync(path.join(keysDir, "audit.keys.json"), "utf8");
  const supervision = { watchdog, onLog, onUnexpectedExit };
  const witness = await startWitnessProcess({ stateDir, auditKeys, ports, ...supervision });
  await cleanUp.add("the witness", witness.stop);
  return witness;
}

async function preparePlan(
  {
    stateDir,
    keysDir,
    ports,
    gatewayPort,
    certificatesDir,
    witness,
    shutdownGraceMs = SHUTDOWN_GRACE_MS,
    env: overrides = {},
  }: StackOptions & {
    readonly ports: PortBlock;
    readonly keysDir: string;
    readonly witness: StackPlan["witness"];
  },
  servers: OpenServers,
  providers: Omit<OpenProvider, "simulator">,
): Promise<StackPlan> {
  const addresses = await chooseAddresses(ports, gatewayPort, certificatesDir !== undefined);
  const files = { stateDir, keysDir, certificatesDir };
  const settings = { ...providers, witness, addresses, overrides, shutdownGraceMs };
  const plan = { ...servers, ...files, ...settings, ports };
  await migrateDatabases(plan);
  return plan;
}

function watchPostgres(postgres: EmbeddedPostgres, watchdog: Watchdog, exits: ExitWatch): void {
  watchdog.watch(postgres.pid, "SIGINT");
  void postgres.exited.then((exit) => {
    watchdog.forget(postgres.pid);
    exits.report("postgres", exit);
  });
}

function logText(stateDir: string, name: string): string {
  const file = name === "postgres" ? "postgres/postgres.log" : `logs/${name}.log`;
  return readFileSync(path.join(stateDir, file), "utf8");
}
