import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { SERVICE_NAMES, systemRandomBytes } from "@veil/crypto";
import { makeDeploymentSecrets, managedSecrets } from "@veil/local-stack";
import {
  at,
  type Fields,
  listAt,
  parseManifests,
  podsOf,
  REPOSITORY,
  renderedManifests,
} from "../../support/deployment/manifests.ts";
import { secretsNeeded } from "../../support/deployment/secret-references.ts";

const small = renderedManifests("small");
const ofKind = (kind: string) => small.filter((manifest) => manifest.kind === kind);
const podOf = (name: string) =>
  podsOf(small).find(({ manifest }) => manifest.metadata.labels?.[NAME] === name)?.pod;
const NAME = "app.kubernetes.io/name";

const serviceSpec = (name: string) =>
  at(
    ofKind("Service").find(({ metadata }) => metadata.name === name),
    "spec",
  );

/** The relays, with the Service in front of each, and the pods that use it. */
const RELAYS = [
  {
    ...{ relay: "gateway-db", service: "gateway-db", port: 5432 },
    clients: ["edge-gateway", "gateway-migrate", "gateway-sweep"],
  },
  {
    ...{ relay: "audit-db", service: "audit-db", port: 5432 },
    clients: ["audit", "audit-migrate", "audit-prune"],
  },
  {
    ...{ relay: "rabbitmq", service: "rabbitmq-clients", port: 5671 },
    clients: ["edge-gateway", "inference-worker", "audit"],
  },
  { ...{ relay: "redis", service: "redis", port: 6379 }, clients: ["edge-gateway"] },
];

function settingsOf(name: string): Record<string, string> {
  const map = String(at(podOf(name), "containers", 0, "envFrom", 0, "configMapRef", "name"));
  const found = ofKind("ConfigMap").find(({ metadata }) => metadata.name === map);
  return (found?.["data"] ?? {}) as Record<string, string>;
}

describe("In small", () => {
  test("every object is of a kind that every cluster has, so no operator is needed", () => {
    const groups = new Set(small.map(({ apiVersion }) => apiVersion));
    expect([...groups].sort()).toEqual([
      ...["apps/v1", "autoscaling/v2", "batch/v1", "networking.k8s.io/v1", "policy/v1", "v1"],
    ]);
  });

  test.each(RELAYS)(
    "$relay is a relay, with the port of its Service and of its policies",
    ({ relay, service, port }) => {
      const container = at(podOf(relay), "containers", 0);
      const value = (name: string) =>
        at(
          listAt(container, "env").find((one) => at(one, "name") === name),
          "value",
        );
      expect(value("PORT")).toBe(String(port));
      expect(value("SERVER")).toBe(`${relay}.example.com:${port}`);
      expect(at(container, "ports", 0, "containerPort")).toBe(port);
      const spec = serviceSpec(service);
      expect(at(spec, "selector")).toEqual({ [NAME]: relay });
      expect(at(spec, "ports", 0)).toMatchObject({ port, targetPort: port });
      const outwards = ofKind("NetworkPolicy").find(
        ({ metadata }) => metadata.name === `allow-${relay}-to-managed-servers`,
      );
      expect(at(outwards, "spec", "egress", 0, "ports")).toEqual([{ protocol: "TCP", port }]);
    },
  );

  test.each(RELAYS)(
    "clients of $relay find it under the managed server's name, which is in its certificate",
    ({ relay, service, clients }) => {
      const spec = serviceSpec(service);
      const knowing = podsOf(small)
        .filter(({ pod }) => JSON.stringify(pod).includes(`"${relay}.example.com"`))
        .map(({ manifest }) => manifest.metadata.labels?.[NAME]);
      expect(knowing.sort()).toEqual([...clients].sort());
      for (const client of clients) {
        const alias = listAt(podOf(client), "hostAliases").find((one) =>
          listAt(one, "hostnames").includes(`${relay}.example.com`),
        );
        expect(at(alias, "ip")).toBe(at(spec, "clusterIP"));
      }
    },
  );

  test("no connection between services or to servers is unencrypted", () => {
    for (const service of SERVICE_NAMES) {
      const settings = settingsOf(service);
      const plain = Object.entries(settings).filter(
        ([name, value]) => value.startsWith("http:") && name !== "EGRESS_PROXY_URL",
      );
      expect(plain).toEqual([]);
      expect(settings["NODE_ENV"]).toBe("production");
      expect(settings["TLS_CA_FILE"]).toBe("/var/run/veil/tls/ca.crt");
    }
  });

  test("every program that connects to a managed server reads that server's authority from a Secret", () => {
    const needed = secretsNeeded(small).filter(({ keys }) => keys.includes("servers.pem"));
    expect(needed.map(({ secret }) => secret).sort()).toEqual([
      ...["veil-audit/audit-owner", "veil-audit/audit-owner", "veil-audit/audit-secrets"],
      ...["veil-data/gateway-owner", "veil-edge/edge-gateway-secrets"],
      ...["veil-edge/edge-gateway-secrets", "veil-inference/inference-worker-secrets"],
    ]);
  });

  test("every Secret except certificates comes from make-secrets, with every required file", async () => {
    const servers = { gatewayDb: "a", auditDb: "b", rabbitmq: "c", redis: "d", authorities: "e" };
    const secrets = makeDeploymentSecrets(systemRandomBytes, "none");
    const files = await managedSecrets(secrets, servers, systemRandomBytes);
    const made = parseManifests(files["secrets.yaml"] ?? "").map(({ metadata, stringData }) => ({
      secret: `${metadata.namespace}/${metadata.name}`,
      keys: Object.keys(stringData as Fields),
    }));
    const needed = secretsNeeded(small).filter(({ secret }) => !secret.endsWith("-tls"));
    for (const { secret, keys } of needed)
      expect(made).toContainEqual({ secret, keys: expect.arrayContaining([...keys]) });
    const names = new Set(needed.map(({ secret }) => secret));
    expect(made.filter(({ secret }) => !names.has(secret))).toEqual([]);
  });

  test("the services' certificates come from Secrets that components/certificates can make", () => {
    const file = path.join(REPOSITORY, "k8s/components/certificates/certificates.yaml");
    const made = parseManifests(readFileSync(file, "utf8")).map(
      ({ metadata, spec }) => `${metadata.namespace}/${String(at(spec, "secretName"))}`,
    );
    const needed = secretsNeeded(small)
      .map(({ secret }) => secret)
      .filter((secret) => secret.endsWith("-tls"));
    expect(needed).toHaveLength(8);
    expect(needed.filter((secret) => !made.includes(secret))).toEqual([]);
  });

  test("the Ingress publishes the gateway with TLS", () => {
    const [ingress] = ofKind("Ingress");
    expect(at(ingress, "spec", "tls", 0, "hosts")).toEqual([
      at(ingress, "spec", "rules", 0, "host"),
    ]);
  });
});
