import { writeFileSync } from "node:fs";
import { SERVICE_NAMES, type ServiceName } from "@veil/crypto";
import type { Stack } from "@veil/local-stack";
import { until } from "@veil/testing";
import type { Context } from "../cluster/context.ts";
import { containerOf } from "../cluster/pod-container.ts";
import { PodProcess } from "../cluster/pod-process.ts";
import { REDIS_TESTER, writeKeys } from "../cluster/secrets.ts";
import { type OutsideServers, startOutside } from "../servers/outside.ts";
import { startPostgres } from "../servers/postgres.ts";
import { startRabbitmq } from "../servers/rabbitmq.ts";
import { gatewayCommands, runJob } from "./gateway-commands.ts";
import type { RepeatedRuns } from "./repeat-runs.ts";
import { type ServiceEnv, ServicePods, WORKLOADS } from "./service-pods.ts";
import { startZoneProbes } from "./start-zone-probes.ts";

/** Options of the cluster. Unlike in other stacks, no process may exit unexpectedly. */
export interface ClusterOptions {
  /** Servers on the Internet, by host name. */
  readonly servers: OutsideServers;
  readonly env: Partial<Record<ServiceName, ServiceEnv>>;
}

export interface StartedCluster {
  readonly stack: Stack;
  readonly probes: RepeatedRuns;
  /** Runs the audit log's CronJob once. @returns its output */
  prune(env: ServiceEnv): Promise<string>;
}

export async function startCluster(
  context: Context,
  options: ClusterOptions,
): Promise<StartedCluster> {
  const { network, objects } = context;
  writeKeys(network.folder, objects);
  const outside = await startOutside(context, options.servers);
  writeFileSync(`${network.folder}/internet-ca.pem`, outside.ca, { mode: 0o644 });
  const databases = async (id: string, job: string) => {
    const url = await startPostgres(context, id);
    await runJob(context, job);
    return url;
  };
  const [gatewayAdminUrl, auditAdminUrl, broker] = await Promise.all([
    databases("veil-data/gateway-db", "veil-data/gateway-migrate"),
    databases("veil-audit/audit-db", "veil-audit/audit-migrate"),
    startRabbitmq(context),
    startServer(context, "veil-data/redis", 6_379, WORKLOADS["edge-gateway"]),
    startServer(context, "veil-inference/egress-proxy", 3_128, WORKLOADS["inference-worker"]),
    startServer(context, "veil-audit/audit-proxy", 3_128, WORKLOADS.audit),
  ]);
  const services = new ServicePods(context, { env: options.env });
  await Promise.all(SERVICE_NAMES.map((service) => services.start(service)));
  const commands = gatewayCommands(context, services);
  const urls = await urlsOf(services);
  const probes = await startZoneProbes(context);
  await until("the sandboxes are probed", () => isProbed(urls.ops["edge-gateway"]));
  const stack: Stack = {
    profile: "cluster",
    stateDir: network.folder,
    gatewayUrl: urls.http["edge-gateway"],
    url: (service) => urls.http[service],
    opsUrl: (service) => urls.ops[service],
    databases: { gatewayAdminUrl, auditAdminUrl },
    broker: { vhost: "%2F", ...broker },
    redisUrl: await redisUrl(context),
    ...processesOf(services),
    provision: commands.provision,
    setEntityPolicy: commands.setEntityPolicy,
    startReplica: () => Promise.reject(new Error("There is no spare pod for another process")),
    postgresLog: () => "",
    sweep: () => runJob(context, "veil-edge/gateway-sweep"),
    exited: new Promise(() => undefined),
    async stop(service) {
      if (service === undefined) outside.close();
      else await services.process(WORKLOADS[service]).stop();
    },
  };
  const prune = (env: ServiceEnv) => runJob(context, "veil-audit/audit-prune", env);
  return { stack, probes, prune };
}

async function startServer(context: Context, workload: string, port: number, client: string) {
  const { network, planned, agents } = context;
  const pod = planned.pod(workload);
  const [address = ""] = pod.addresses;
  const server = new PodProcess(network, pod, containerOf(context, workload, pod));
  server.start();
  const agent = agents.find((each) => each.pod.id === client);
  const probe = { address, port, protocol: "TCP", timeoutMs: 1_000 } as const;
  const isOpen = async () => {
    if (server.pid === undefined) throw new Error(`${workload} has ended`);
    return (await agent?.probe([probe]))?.includes("open");
  };
  await until(`${workload} listens`, isOpen).catch((cause: unknown) => {
    throw new Error(`${workload} does not listen:\n${server.logs()}`, { cause });
  });
}

async function urlsOf(services: ServicePods) {
  const all = async (urlOf: (service: ServiceName) => Promise<string>) =>
    Object.fromEntries(
      await Promise.all(
        SERVICE_NAMES.map(async (service) => [service, await urlOf(service)] as const),
      ),
    ) as Record<ServiceName, string>;
  return {
    http: await all((service) => services.url(service)),
    ops: await all((service) => services.opsUrl(service)),
  };
}

async function isProbed(opsUrl: string): Promise<boolean> {
  const response = await fetch(`${opsUrl}/invariant`);
  return !(await response.text()).includes("unverified");
}

function processesOf(services: ServicePods) {
  const process = (service: ServiceName) => services.process(WORKLOADS[service]);
  return {
    kill: (service, signal) => process(service).kill(signal),
    async restart(service) {
      await process(service).stop();
      await services.begin(service);
    },
    pause: (service) => process(service).signal("SIGSTOP"),
    resume: (service) => process(service).signal("SIGCONT"),
    logs: (service) => process(service).logs(),
    pids: () => services.pids(),
  } satisfies Partial<Stack>;
}

async function redisUrl({ planned, forwards }: Context): Promise<string> {
  const { name, password } = REDIS_TESTER;
  const [address = ""] = planned.pod("veil-data/redis").addresses;
  const port = await forwards.through(planned.pod(WORKLOADS["edge-gateway"]), address, 6_379);
  return `redis://${name}:${password}@127.0.0.1:${port}`;
}
