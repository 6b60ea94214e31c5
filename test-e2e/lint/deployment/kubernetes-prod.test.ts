import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { SERVICE_NAMES, systemRandomBytes } from "@veil/crypto";
import { REDIS_GATEWAY_RIGHTS } from "@veil/local-stack";
import { rabbitmqDefinitions } from "@veil/transport/topology";
import {
  at,
  type Fields,
  listAt,
  type Manifest,
  podsOf,
  REPOSITORY,
  renderedManifests,
} from "../../support/deployment/manifests.ts";

const prod = renderedManifests("prod");
const ofKind = (kind: string) => prod.filter((manifest) => manifest.kind === kind);
const ZONE_OF: Readonly<Record<string, string>> = {
  "edge-gateway": "edge",
  bridge: "identity",
  sanitiser: "sanitiser",
  "inference-worker": "inference",
  audit: "audit",
  "veil-signer": "veil",
};

function settingsOf(service: string): Record<string, string> {
  const workload = podsOf(prod).find(({ manifest }) => manifest.metadata.name === service);
  const name = at(workload?.pod, "containers", 0, "envFrom", 0, "configMapRef", "name");
  const map = ofKind("ConfigMap").find(({ metadata }) => metadata.name === name);
  return map?.["data"] as Record<string, string>;
}

describe("In prod", () => {
  test.each(SERVICE_NAMES)(
    "%s has a certificate for its own identity, valid for a day, as mounted files",
    (service) => {
      const certificate = ofKind("Certificate").find(({ metadata }) => metadata.name === service);
      const { namespace } = certificate?.metadata ?? {};
      expect(at(certificate, "spec")).toMatchObject({
        uris: [`spiffe://veil-gateway/${ZONE_OF[service]}/${service}`],
        duration: "24h",
        dnsNames: expect.arrayContaining([`${service}.${namespace}.svc`]),
        privateKey: { rotationPolicy: "Always" },
      });
      const workload = podsOf(prod).find(({ manifest }) => manifest.metadata.name === service);
      const volume = listAt(workload?.pod, "volumes").find((one) => at(one, "name") === "tls");
      expect(at(volume, "secret", "secretName")).toBe(at(certificate, "spec", "secretName"));
      expect(settingsOf(service)).toMatchObject({
        TLS_CERT_FILE: "/var/run/veil/tls/tls.crt",
        TLS_KEY_FILE: "/var/run/veil/tls/tls.key",
        TLS_CA_FILE: "/var/run/veil/tls/ca.crt",
      });
    },
  );

  test("only the gateway's certificate is valid for clients, because no other service calls one", () => {
    const clients = ofKind("Certificate").filter((one) =>
      listAt(one, "spec", "usages").includes("client auth"),
    );
    expect(clients.map(({ metadata }) => metadata.name)).toEqual(["edge-gateway"]);
  });

  test("no connection between services or to servers is unencrypted", () => {
    for (const service of SERVICE_NAMES) {
      const plain = Object.entries(settingsOf(service)).filter(
        ([name, value]) => value.startsWith("http:") && name !== "EGRESS_PROXY_URL",
      );
      expect(plain).toEqual([]);
      expect(settingsOf(service)["NODE_ENV"]).toBe("production");
    }
    const urls = JSON.stringify(ofKind("ExternalSecret")).match(/\w+:\/\/\w+:\{\{[^"]*/g) ?? [];
    expect(urls).toHaveLength(9);
    for (const url of urls)
      expect(url).toMatch(
        /^(amqps|rediss|https):|^postgres:.*\?sslmode=verify-full&sslrootcert=\/var\/run\/veil\/tls\/ca\.crt$/,
      );
    for (const cluster of ofKind("Cluster"))
      expect(listAt(cluster, "spec", "postgresql", "pg_hba")[0]).toBe(
        "hostnossl all all all reject",
      );
    expect(at(ofKind("RabbitmqCluster")[0], "spec", "tls", "disableNonTLSListeners")).toBe(true);
    const redis = ofKind("ConfigMap").find(({ metadata }) => metadata.name.startsWith("redis-"));
    expect(at(redis, "data", "redis.conf")).toMatch(/^port 0$/m);
  });

  test("no policy opens an unencrypted port of the broker", () => {
    const ports = ofKind("NetworkPolicy").flatMap((policy) => openPorts(policy));
    expect(ports).toContain(5671);
    expect(ports.filter((port) => [5672, 15_672, 15_692].includes(Number(port)))).toEqual([]);
  });

  test("Redis allows the gateway only the commands that it needs, and stores only a hash of its password", () => {
    const users = at(
      ofKind("ExternalSecret").find(({ metadata }) => metadata.name === "redis-users"),
      "spec",
      "target",
      "template",
      "data",
      "users.acl",
    );
    expect(users).toContain(`user gateway on #{{ .password | sha256sum }} ${REDIS_GATEWAY_RIGHTS}`);
    expect(users).toContain("user default off");
  });

  test("workers scale with the number of jobs in the queue, waiting or in flight", () => {
    const [scaled] = ofKind("ScaledObject");
    expect(at(scaled, "spec", "triggers", 0, "metadata")).toMatchObject({
      protocol: "http",
      queueName: "veil.jobs",
      excludeUnacknowledged: "false",
    });
    expect(
      at(
        podsOf(prod).find(({ manifest }) => manifest.metadata.name === "inference-worker")
          ?.manifest,
        "spec",
        "replicas",
      ),
    ).toBeUndefined();
  });

  test("When the broker cannot be queried, then no running worker is removed, and the guide requires a KEDA version that supports this", () => {
    const [scaled] = ofKind("ScaledObject");
    expect(at(scaled, "spec", "fallback")).toEqual({
      failureThreshold: 3,
      replicas: 4,
      behavior: "currentReplicasIfHigher",
    });
    const guide = readFileSync(path.join(REPOSITORY, "docs/deploy.md"), "utf8");
    const [, minor] = /KEDA 2\.(\d+) or later/.exec(guide) ?? [];
    expect(Number(minor)).toBeGreaterThanOrEqual(17);
  });

  test("Prometheus scrapes existing ports, and only metrics ports", () => {
    for (const monitor of ofKind("ServiceMonitor").filter(
      ({ metadata }) => metadata.name !== "rabbitmq",
    )) {
      const labels = Object.entries(at(monitor, "spec", "selector", "matchLabels") as Fields);
      const services = ofKind("Service").filter(({ metadata }) =>
        labels.every(([label, value]) => metadata.labels?.[label] === value),
      );
      expect(services).toHaveLength(1);
      expect(listAt(services[0], "spec", "ports").map((port) => at(port, "name"))).toEqual(["ops"]);
      expect(at(monitor, "spec", "endpoints", 0, "port")).toBe("ops");
    }
  });

  test("incoming traffic is encrypted up to the pods, and plain HTTP is redirected", () => {
    const [gateway] = ofKind("Gateway");
    expect(listAt(gateway, "spec", "listeners").map((one) => at(one, "protocol"))).toEqual([
      "HTTPS",
      "HTTP",
    ]);
    expect(ofKind("BackendTLSPolicy")).toHaveLength(1);
    const plain = ofKind("HTTPRoute").find(
      (route) => at(route, "spec", "parentRefs", 0, "sectionName") === "http",
    );
    expect(at(plain, "spec", "rules", 0, "filters", 0, "type")).toBe("RequestRedirect");
    expect(at(plain, "spec", "rules", 0, "backendRefs")).toBeUndefined();
  });
});

test("The broker's users, permissions, exchanges, queues, bindings and policies equal the definitions in the transport", () => {
  const user = (name: string) => ({ name, password: "-" });
  const expected = rabbitmqDefinitions({
    users: { gateway: user("gateway"), worker: user("worker"), audit: user("audit") },
    randomBytes: systemRandomBytes,
  }) as Record<string, Fields[]>;
  const specs = (kind: string) => ofKind(kind).map(({ spec }) => spec as Fields);
  const byText = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort();

  const permissions = specs("Permission").map(({ userReference, vhost, permissions: granted }) => ({
    user: at(userReference, "name"),
    vhost,
    ...(granted as { configure: string; write: string; read: string }),
  }));
  const autoscaler = { user: "autoscaler", vhost: "/", configure: "^$", write: "^$", read: "^$" };
  expect(byText(permissions.map(ordered))).toEqual(
    byText([...(expected["permissions"] ?? []), autoscaler].map(ordered)),
  );
  expect(
    byText(specs("Exchange").map(({ name, type, durable }) => ({ name, type, durable }))),
  ).toEqual(
    byText(
      (expected["exchanges"] ?? []).map(({ name, type, durable }) => ({ name, type, durable })),
    ),
  );
  const queues = specs("Queue").map(({ name, durable, type, arguments: args }) =>
    ordered({ name, durable, ...(args as Fields), "x-queue-type": type }),
  );
  expect(byText(queues)).toEqual(
    byText(
      (expected["queues"] ?? []).map(({ name, durable, arguments: args }) =>
        ordered({ name, durable, ...(args as Fields) }),
      ),
    ),
  );
  expect(
    byText(
      specs("Binding").map(({ source, destination, routingKey }) => ({
        source,
        destination,
        routingKey,
      })),
    ),
  ).toEqual(
    byText(
      (expected["bindings"] ?? []).map(({ source, destination, routing_key }) => ({
        source,
        destination,
        routingKey: routing_key,
      })),
    ),
  );
  expect(
    specs("Policy").map(({ name, vhost, pattern, applyTo, priority, definition }) => ({
      ...{ name, vhost, pattern, definition, priority },
      "apply-to": applyTo,
    })),
  ).toEqual(expected["policies"]);
});

function ordered(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function openPorts(policy: Manifest): unknown[] {
  return ["ingress", "egress"].flatMap((direction) =>
    listAt(policy, "spec", direction).flatMap((rule) =>
      listAt(rule, "ports").map((port) => at(port, "port")),
    ),
  );
}

describe("The time-outs in front of the gateway in prod", () => {
  test("The time-outs in front of the gateway are no shorter than its longest request", () => {
    // The gateway refuses to start when REQUEST_TIMEOUT_MS is too short for its other time-outs.
    const requestMs = Number(settingsOf("edge-gateway")["REQUEST_TIMEOUT_MS"]);
    expect(requestMs).toBeGreaterThan(0);
    const timeouts = ofKind("HTTPRoute")
      .flatMap((route) => listAt(route, "spec", "rules"))
      .filter((rule) => listAt(rule, "backendRefs").length > 0)
      .map((rule) => at(rule, "timeouts", "request"));
    expect(timeouts).toHaveLength(1);
    for (const timeout of timeouts) {
      const [, seconds] = /^(\d+)s$/.exec(String(timeout)) ?? [];
      expect(Number(seconds) * 1_000).toBeGreaterThanOrEqual(requestMs);
    }
  });
});
