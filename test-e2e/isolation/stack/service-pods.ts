import { SERVICE_NAMES, type ServiceName } from "@veil/crypto";
import { isUp } from "@veil/local-stack";
import { until } from "@veil/testing";
import type { Context } from "../cluster/context.ts";
import { containerOf } from "../cluster/pod-container.ts";
import { PodProcess } from "../cluster/pod-process.ts";
import type { Container } from "../cluster/run-in-pod.ts";

export const WORKLOADS: Readonly<Record<ServiceName, string>> = {
  "edge-gateway": "veil-edge/edge-gateway",
  bridge: "veil-identity/bridge",
  sanitiser: "veil-sanitiser/sanitiser",
  "inference-worker": "veil-inference/inference-worker",
  audit: "veil-audit/audit",
  "veil-signer": "veil-signer/veil-signer",
};

export type ServiceEnv = Readonly<Record<string, string>>;

export interface ServiceOptions {
  readonly env: Partial<Record<ServiceName, ServiceEnv>>;
}

const CA_FILE = "/etc/internet-ca.pem";
/** Services that connect to servers on the Internet. */
const OUTWARD: readonly ServiceName[] = ["inference-worker", "audit"];
const PORTS: Readonly<Record<ServiceName, number>> = {
  "edge-gateway": 8080,
  bridge: 8081,
  sanitiser: 8082,
  "inference-worker": 8083,
  audit: 8084,
  "veil-signer": 8085,
};
/** The offset from a service's port to its port for health, readiness and metrics. */
const OPS = 1_000;

export class ServicePods {
  readonly #context: Context;
  readonly #options: ServiceOptions;
  readonly #processes = new Map<string, PodProcess>();

  constructor(context: Context, options: ServiceOptions) {
    this.#context = context;
    this.#options = options;
  }

  container(service: ServiceName, podId = WORKLOADS[service], env: ServiceEnv = {}): Container {
    const { planned, network } = this.#context;
    const container = containerOf(this.#context, WORKLOADS[service], planned.pod(podId));
    const outward = OUTWARD.includes(service);
    return {
      ...container,
      env: {
        ...container.env,
        ...(outward && { NODE_EXTRA_CA_CERTS: CA_FILE }),
        ...this.#options.env[service],
        ...env,
      },
      mounts: {
        ...container.mounts,
        ...(outward && { [CA_FILE]: `${network.folder}/internet-ca.pem` }),
      },
    };
  }

  process(podId: string): PodProcess {
    const found = this.#processes.get(podId);
    if (found === undefined) throw new Error(`Nothing runs in ${podId}`);
    return found;
  }

  pids(): ReadonlyMap<string, number> {
    return new Map(
      SERVICE_NAMES.flatMap((service) => {
        const { pid } = this.process(WORKLOADS[service]);
        return pid === undefined ? [] : [[service, pid] as const];
      }),
    );
  }

  async start(
    service: ServiceName,
    podId = WORKLOADS[service],
    env: ServiceEnv = {},
  ): Promise<void> {
    const { network, planned } = this.#context;
    const container = this.container(service, podId, env);
    const process = new PodProcess(network, planned.pod(podId), container);
    this.#processes.set(podId, process);
    await this.begin(service, podId);
  }

  async begin(service: ServiceName, podId = WORKLOADS[service]): Promise<void> {
    const process = this.process(podId);
    process.start();
    const url = `${await this.opsUrl(service, podId)}/ready`;
    await until(`${podId} is ready`, async () => {
      if (process.pid === undefined) throw new Error(`${podId} ended:\n${process.logs()}`);
      return isUp(url);
    });
  }

  /** Returns a URL of the service that goes through the pod of its only caller. */
  async url(service: ServiceName): Promise<string> {
    const { planned, forwards } = this.#context;
    const { services } = planned.plan;
    const found = services.find(
      ({ id, port }) => id === WORKLOADS[service] && port === PORTS[service],
    );
    if (found === undefined) throw new Error(`There is no Service ${WORKLOADS[service]}`);
    const caller = planned.pod(
      service === "edge-gateway"
        ? "envoy-gateway-system/gateway-controller"
        : WORKLOADS["edge-gateway"],
    );
    return `http://127.0.0.1:${await forwards.through(caller, found.address, found.port)}`;
  }

  async opsUrl(service: ServiceName, podId = WORKLOADS[service]): Promise<string> {
    const { planned, forwards } = this.#context;
    const [address = ""] = planned.pod(podId).addresses;
    const prometheus = planned.pod("monitoring/prometheus");
    const port = await forwards.through(prometheus, address, PORTS[service] + OPS);
    return `http://127.0.0.1:${port}`;
  }
}
