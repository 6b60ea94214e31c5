import { randomBytes } from "node:crypto";
import { type Manage, rabbitmqManagement } from "@veil/local-stack";
import { until } from "@veil/testing";
import { at, type Fields, type Manifest } from "../../support/deployment/manifests.ts";
import { type Context, OPERATOR_POD_UID as UID } from "../cluster/context.ts";
import { DNS_ADDRESS } from "../cluster/plan-cluster.ts";
import { namesOf, privateFile } from "../cluster/pod-container.ts";
import { PodProcess } from "../cluster/pod-process.ts";
import { ownFolder } from "../cluster/run-in-pod.ts";
import { dataOf } from "../cluster/secrets.ts";

const RABBITMQ_HOME = "/var/lib/rabbitmq";
const VHOST = "%2F";

/**
 * The administrator's URLs. AMQP goes through the gateway's pod, and other connections through the
 * pod of the topology operator.
 */
export interface Broker {
  readonly managementUrl: string;
  readonly adminUrl: string;
}

export async function startRabbitmq(context: Context): Promise<Broker> {
  const { planned, network, forwards } = context;
  const pod = planned.pod("veil-data/rabbitmq");
  const password = randomBytes(24).toString("hex");
  const folder = ownFolder(network, pod, "home", UID);
  privateFile(`${folder}/rabbitmq.conf`, configuration(password), UID);
  privateFile(`${folder}/plugins`, "[rabbitmq_management,rabbitmq_prometheus].\n", UID);
  new PodProcess(network, pod, {
    name: "main",
    uid: UID,
    argv: ["/usr/lib/rabbitmq/bin/rabbitmq-server"],
    env: rabbitmqEnvironment(),
    mounts: {
      ...namesOf(network, pod, UID, { hosts: [], servers: [DNS_ADDRESS] }),
      [RABBITMQ_HOME]: folder,
    },
  }).start();
  const [address = ""] = pod.addresses;
  const operator = planned.pod("rabbitmq-system/rabbitmq-topology-operator");
  const gateway = planned.pod("veil-edge/edge-gateway");
  const management = await forwards.through(operator, address, 15_672);
  const amqp = await forwards.through(gateway, address, 5_672);
  const managementUrl = `http://operator:${password}@127.0.0.1:${management}`;
  const manage = rabbitmqManagement(managementUrl);
  await until("RabbitMQ answers", () => manage("GET", "/overview").catch(() => undefined));
  await applyTopology(context, manage);
  return { managementUrl, adminUrl: `amqp://operator:${password}@127.0.0.1:${amqp}/${VHOST}` };
}

/** Returns a configuration with low watermarks, because other programs use the same machine. */
function configuration(password: string): string {
  return [
    "default_user = operator",
    `default_pass = ${password}`,
    "loopback_users = none",
    "vm_memory_high_watermark.absolute = 1GiB",
    "disk_free_limit.absolute = 50MB",
    "log.console = true",
    "log.console.level = warning",
    "log.file = false",
    "",
  ].join("\n");
}

export function rabbitmqEnvironment(): Record<string, string> {
  const HOME = RABBITMQ_HOME;
  return {
    HOME,
    ERL_EPMD_ADDRESS: "127.0.0.1",
    RABBITMQ_NODENAME: "rabbit@localhost",
    RABBITMQ_MNESIA_BASE: `${HOME}/data`,
    RABBITMQ_LOG_BASE: `${HOME}/log`,
    RABBITMQ_CONFIG_FILE: `${HOME}/rabbitmq`,
    RABBITMQ_CONF_ENV_FILE: `${HOME}/no-env.conf`,
    RABBITMQ_ENABLED_PLUGINS_FILE: `${HOME}/plugins`,
  };
}

async function applyTopology({ objects }: Context, manage: Manage): Promise<void> {
  const own = objects.filter(({ apiVersion }) => apiVersion.startsWith("rabbitmq.com/"));
  for (const kind of ["User", "Exchange", "Queue", "Binding", "Permission", "Policy"] as const)
    for (const resource of own.filter((each) => each.kind === kind)) {
      const { method, path, body } = REQUESTS[kind](resource, objects);
      await manage(method, path, body);
    }
}

interface ManagementRequest {
  readonly method: "PUT" | "POST";
  readonly path: string;
  readonly body: object;
}

type Kind = "User" | "Exchange" | "Queue" | "Binding" | "Permission" | "Policy";

const REQUESTS: Readonly<
  Record<Kind, (resource: Manifest, objects: readonly Manifest[]) => ManagementRequest>
> = {
  User: (resource, objects) => {
    const secret = String(at(resource, "spec", "importCredentialsSecret", "name"));
    const login = dataOf(objects, "Secret", resource.metadata.namespace, secret);
    const tags = at(resource, "spec", "tags") ?? [];
    const body = { password: login["password"], tags: (tags as readonly string[]).join(",") };
    return { method: "PUT", path: `/users/${login["username"]}`, body };
  },
  Exchange: ({ spec }) => {
    const { name, type, durable, autoDelete } = spec as Fields;
    const body = { type, durable, auto_delete: autoDelete };
    return { method: "PUT", path: `/exchanges/${VHOST}/${name}`, body };
  },
  Queue: ({ spec }) => {
    const { name, type, durable, autoDelete, arguments: own } = spec as Fields;
    const body = {
      durable,
      auto_delete: autoDelete,
      arguments: { "x-queue-type": type, ...(own as Fields) },
    };
    return { method: "PUT", path: `/queues/${VHOST}/${name}`, body };
  },
  Binding: ({ spec }) => {
    const { source, destination, routingKey } = spec as Fields;
    const body = { routing_key: routingKey };
    return { method: "POST", path: `/bindings/${VHOST}/e/${source}/q/${destination}`, body };
  },
  Permission: ({ spec }) => {
    const user = String(at(spec, "userReference", "name"));
    const body = at(spec, "permissions") as Fields;
    return { method: "PUT", path: `/permissions/${VHOST}/${user}`, body };
  },
  Policy: ({ spec }) => {
    const { name, pattern, applyTo, priority, definition } = spec as Fields;
    const body = { pattern, "apply-to": applyTo, priority, definition };
    return { method: "PUT", path: `/policies/${VHOST}/${name}`, body };
  },
};
