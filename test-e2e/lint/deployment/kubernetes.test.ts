import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { PROBE_NAMES, SERVICE_NAMES, systemRandomBytes } from "@veil/crypto";
import { kubernetesSecrets, makeDeploymentSecrets } from "@veil/local-stack";
import {
  at,
  type Fields,
  listAt,
  type Manifest,
  parseManifests,
  podsOf,
  REPOSITORY,
  renderedManifests,
  titleOf,
  VARIANTS,
  workloadName,
} from "../../support/deployment/manifests.ts";
import { secretsNeeded } from "../../support/deployment/secret-references.ts";
import { readsSetting } from "../../support/deployment/settings.ts";

const ZONES = ["audit", "data", "edge", "identity", "inference", "sanitiser", "signer"];
const PROXIES = ["egress-proxy", "shield-proxy", "audit-proxy", "sign-in-proxy"];
const RELAYS = ["gateway-db", "audit-db", "rabbitmq", "redis"];

const named = (manifests: readonly Manifest[], kind: string, name: string) =>
  manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);

describe.each(VARIANTS)("%s", (variant) => {
  const manifests = renderedManifests(variant);
  const pods = podsOf(manifests);
  const containers = pods.flatMap(({ manifest, pod }) =>
    listAt(pod, "containers").map((container) => ({
      title: titleOf(manifest),
      manifest,
      pod,
      container,
    })),
  );

  test("Each trust zone has a closed namespace, with pinned Pod Security and limits", () => {
    const namespaces = manifests.filter(({ kind }) => kind === "Namespace");
    expect(namespaces.map(({ metadata }) => metadata.name).sort()).toEqual(
      ZONES.map((zone) => `veil-${zone}`),
    );
    for (const { metadata } of namespaces) {
      expect(metadata.labels?.["pod-security.kubernetes.io/enforce"]).toBe("restricted");
      expect(metadata.labels?.["pod-security.kubernetes.io/enforce-version"]).toMatch(/^v1\.\d+$/);
      const own = manifests.filter((manifest) => manifest.metadata.namespace === metadata.name);
      expect(own.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(["ResourceQuota", "LimitRange"]),
      );
      const deny = own.find((manifest) => manifest.metadata.name === "default-deny");
      expect(at(deny, "spec")).toEqual({ podSelector: {}, policyTypes: ["Ingress", "Egress"] });
    }
  });

  test("Every pod has its own service account, without a token", () => {
    expect(pods.length).toBeGreaterThanOrEqual(11);
    for (const { manifest, pod } of pods) {
      const { namespace } = manifest.metadata;
      const name = workloadName(manifest);
      expect(pod).toMatchObject({
        serviceAccountName: name,
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
      });
      const account = manifests.find(
        ({ kind, metadata }) =>
          kind === "ServiceAccount" && metadata.name === name && metadata.namespace === namespace,
      );
      expect(account?.["automountServiceAccountToken"]).toBe(false);
    }
  });

  test("Only the proxies and relays have a DNS resolver; all other pods get the addresses that they need", () => {
    const services = manifests.filter(({ kind }) => kind === "Service");
    for (const { manifest, pod } of pods) {
      const relays = variant === "small" ? RELAYS : [];
      if ([...PROXIES, ...relays].includes(manifest.metadata.name)) continue;
      expect(pod).toMatchObject({ dnsPolicy: "None", dnsConfig: { nameservers: ["127.0.0.1"] } });
      for (const alias of listAt(pod, "hostAliases")) {
        const [name, namespace] = String(at(alias, "hostnames", 0)).split(".");
        const service = services.find(
          ({ metadata }) => metadata.name === name && metadata.namespace === namespace,
        );
        expect(at(service, "spec", "clusterIP")).toBe(at(alias, "ip"));
      }
    }
  });

  test("Every host in a pod's settings resolves in the pod, and the service reads every setting", () => {
    for (const service of SERVICE_NAMES) {
      const settings = settingsOf(manifests, service);
      expect(Object.keys(settings).filter((name) => !readsSetting(service, name))).toEqual([]);
      const pod = pods.find(({ manifest }) => manifest.metadata.name === service)?.pod;
      const known = listAt(pod, "hostAliases").map((alias) => String(at(alias, "hostnames", 0)));
      const hosts = Object.values(settings).flatMap(
        (value) => /^https?:\/\/([\w.-]+\.svc)/.exec(value)?.[1] ?? [],
      );
      expect(hosts.filter((host) => !known.includes(host))).toEqual([]);
    }
  });

  test("Every container has resource limits and no unnecessary privilege", () => {
    for (const { container } of containers) {
      const names = ["cpu", "ephemeral-storage", "memory"];
      for (const kind of ["requests", "limits"])
        expect(Object.keys(at(container, "resources", kind) as Fields).sort()).toEqual(names);
      expect(at(container, "securityContext")).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
      expect(Number(at(container, "securityContext", "runAsUser"))).toBeGreaterThan(10_000);
      expect(String(at(container, "image"))).toMatch(
        /^veil-gateway\/[a-z-]+:\d|@sha256:[0-9a-f]{64}$/,
      );
    }
  });

  test("No secret is in an environment variable or in the manifests", () => {
    expect(JSON.stringify(containers)).not.toMatch(/secretKeyRef|secretRef/);
    expect(manifests.filter(({ kind }) => kind === "Secret")).toEqual([]);
    expect(JSON.stringify(manifests)).not.toMatch(/:\/\/[^/{]*:[^{][^/]*@/);
  });

  test("Every container has a startup probe, and different probes for readiness and liveness", () => {
    for (const { manifest, container, pod } of containers) {
      if (/Job$/.test(manifest.kind)) continue;
      const [startup, readiness, liveness] = [
        "startupProbe",
        "readinessProbe",
        "livenessProbe",
      ].map((probe) => at(container, probe));
      for (const probe of [startup, readiness, liveness]) expect(probe).toBeDefined();
      const handler = (probe: unknown) =>
        at(probe, "httpGet") ?? at(probe, "exec") ?? at(probe, "tcpSocket");
      expect(handler(readiness)).not.toEqual(handler(liveness));
      if (!SERVICE_NAMES.some((name) => name === manifest.metadata.name)) continue;
      expect(at(readiness, "httpGet")).toEqual({ path: "/ready", port: "ops" });
      expect(at(liveness, "httpGet")).toEqual({ path: "/health", port: "ops" });
      const grace =
        Number(settingsOf(manifests, manifest.metadata.name)["SHUTDOWN_GRACE_MS"]) / 1_000;
      const pause = Number(at(container, "lifecycle", "preStop", "sleep", "seconds"));
      expect(Number(at(pod, "terminationGracePeriodSeconds"))).toBeGreaterThan(grace + pause);
    }
  });

  test("Every workload except Jobs has a PodDisruptionBudget", () => {
    for (const { manifest } of pods) {
      if (/Job$/.test(manifest.kind)) continue;
      const budget = named(manifests, "PodDisruptionBudget", manifest.metadata.name);
      expect(at(budget, "spec", "selector")).toEqual(at(manifest, "spec", "selector"));
    }
  });

  test("Every object has the labels part-of, name and component", () => {
    const unlabelled = manifests.filter(
      ({ metadata: { labels = {} } }) =>
        labels["app.kubernetes.io/part-of"] !== "veil-gateway" ||
        labels["app.kubernetes.io/name"] === undefined ||
        labels["app.kubernetes.io/component"] === undefined,
    );
    expect(unlabelled.map(titleOf)).toEqual([]);
  });
});

describe("base, prod and small", () => {
  test.each(["base", "prod", "small"])(
    "bridge and inference-worker of %s run on different nodes",
    (variant) => {
      const pods = podsOf(renderedManifests(variant));
      for (const [own, other, namespace] of [
        ["bridge", "inference-worker", "veil-inference"],
        ["inference-worker", "bridge", "veil-identity"],
      ] as const) {
        const pod = pods.find(({ manifest }) => manifest.metadata.name === own)?.pod;
        const required = listAt(
          pod,
          "affinity",
          "podAntiAffinity",
          "requiredDuringSchedulingIgnoredDuringExecution",
        );
        expect(required).toEqual([
          {
            topologyKey: "kubernetes.io/hostname",
            namespaces: [namespace],
            labelSelector: { matchLabels: { "app.kubernetes.io/name": other } },
          },
        ]);
      }
    },
  );
});

describe("The secrets that pods and operators name", () => {
  test("The secrets of dev come from make-secrets, with every required file", () => {
    const made = parseManifests(
      kubernetesSecrets(makeDeploymentSecrets(systemRandomBytes, "none")),
    );
    const there = made.map(({ metadata, stringData }) => ({
      secret: `${metadata.namespace}/${metadata.name}`,
      keys: Object.keys(stringData as Fields),
    }));
    for (const { secret, keys } of secretsNeeded(renderedManifests("dev"))) {
      const found = there.find((candidate) => candidate.secret === secret);
      expect({ secret, keys: found?.keys }).toEqual({
        secret,
        keys: expect.arrayContaining([...keys]),
      });
    }
    const needed = new Set(secretsNeeded(renderedManifests("dev")).map(({ secret }) => secret));
    expect(there.filter(({ secret }) => !needed.has(secret))).toEqual([]);
  });

  test("The secrets of prod come from the vault or cert-manager", () => {
    const manifests = renderedManifests("prod");
    const made = manifests.flatMap(({ kind, metadata, spec }) => {
      if (kind === "ExternalSecret") return [`${metadata.namespace}/${at(spec, "target", "name")}`];
      return kind === "Certificate" ? [`${metadata.namespace}/${at(spec, "secretName")}`] : [];
    });
    const needed = secretsNeeded(manifests).map(({ secret }) => secret);
    expect(needed.length).toBeGreaterThan(20);
    expect(needed.filter((secret) => !made.includes(secret))).toEqual([]);
  });
});

test("Only the gateway and the audit service read settings of traces", () => {
  const reading = (setting: string) =>
    [...SERVICE_NAMES, ...PROBE_NAMES].filter((service) => readsSetting(service, setting));
  for (const name of ["ENDPOINT", "HEADERS_FILE", "CERTIFICATE"])
    expect(reading(`OTEL_EXPORTER_OTLP_${name}`).toSorted()).toEqual(["audit", "edge-gateway"]);
});

test("Every proxy has the same rules and pods, and Cilium allows the same hosts as the proxy", () => {
  const read = (file: string) => readFileSync(path.join(REPOSITORY, "k8s", file), "utf8");
  const [worker = "", ...others] = [
    ["base/inference", "egress-proxy"],
    ["components/shield", "shield-proxy"],
    ["base/audit", "audit-proxy"],
    ["components/sign-in", "sign-in-proxy"],
  ].map(([folder, name = ""]) => {
    const workload = read(`${folder}/${name}.yaml`).replace(/ *#.*\n|10\.96\.0\.\d+/g, "");
    const text = read(`${folder}/${name}/squid.conf`) + workload;
    return text
      .replaceAll(name, "egress-proxy")
      .replaceAll(/veil-(sanitiser|audit|edge)/g, "veil-inference");
  });
  for (const other of others) expect(other).toBe(worker);
  const hosts = read("base/inference/egress-proxy/allowed-hosts")
    .split("\n")
    .filter((line) => /^[^#]/.test(line));
  const cilium = [
    ...read("components/cilium-fqdn/egress-proxy.yaml").matchAll(/matchName: (\S+)/g),
  ].map(([, host]) => host);
  expect(hosts.length).toBeGreaterThan(0);
  expect(cilium).toEqual([...hosts, ...hosts]);
});

function settingsOf(manifests: readonly Manifest[], service: string): Record<string, string> {
  const workload = podsOf(manifests).find(({ manifest }) => manifest.metadata.name === service);
  const name = String(at(workload?.pod, "containers", 0, "envFrom", 0, "configMapRef", "name"));
  return (named(manifests, "ConfigMap", name)?.["data"] ?? {}) as Record<string, string>;
}
