import { describe, expect, test } from "@jest/globals";
import {
  at,
  type Fields,
  listAt,
  type Manifest,
  podsOf,
  renderedManifests,
  titleOf,
  VARIANTS,
} from "../../support/deployment/manifests.ts";
import { quantity } from "../../support/deployment/quantity.ts";
import { readsSetting } from "../../support/deployment/settings.ts";

const NAME = "app.kubernetes.io/name";
const COMPONENT = "app.kubernetes.io/component";
const PROBES = [
  {
    ...{ probe: "bridge-probe", sandbox: "bridge", namespace: "veil-identity" },
    ...{ other: "inference-worker", otherNamespace: "veil-inference", setting: "BRIDGE_PROBE_URL" },
    ...{ zone: "identity", open: [] as string[] },
  },
  {
    ...{ probe: "inference-worker-probe", sandbox: "inference-worker" },
    ...{ namespace: "veil-inference", other: "bridge", otherNamespace: "veil-identity" },
    ...{ setting: "WORKER_PROBE_URL", zone: "inference" },
    open: ["egress-proxy.veil-inference.svc:3128", "rabbitmq-clients.veil-data.svc:AMQP"],
  },
] as const;
const AMQP: Readonly<Record<string, string>> = {
  base: "5672",
  dev: "5672",
  prod: "5671",
  small: "5671",
};

const named = (manifests: readonly Manifest[], kind: string, name: string) =>
  manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);

function podOf(manifests: readonly Manifest[], name: string): Fields | undefined {
  return podsOf(manifests).find(({ manifest }) => manifest.metadata.name === name)?.pod;
}

function labelsOf(manifests: readonly Manifest[], name: string): Fields {
  const cron = named(manifests, "CronJob", name);
  const path = ["spec", "template", "metadata", "labels"] as const;
  return (
    cron === undefined
      ? at(named(manifests, "Deployment", name), ...path)
      : at(cron, "spec", "jobTemplate", ...path)
  ) as Fields;
}

function settingsOf(manifests: readonly Manifest[], name: string): Record<string, string> {
  const pod = podOf(manifests, name);
  const map = String(at(pod, "containers", 0, "envFrom", 0, "configMapRef", "name"));
  return (named(manifests, "ConfigMap", map)?.["data"] ?? {}) as Record<string, string>;
}

/** Parses a list of targets of the form `name=host:port`. */
function targetsOf(settings: Readonly<Record<string, string>>, name: string) {
  const list = (settings[name] ?? "").split(",").filter((text) => text !== "");
  return list.map((text) => {
    const [, target = "", host = "", port = ""] = /^([a-z0-9-]+)=([^=]+):(\d+)$/.exec(text) ?? [];
    expect(text).toBe(`${target}=${host}:${port}`);
    return { target, host, address: `${host}:${port}` };
  });
}

const selects = (selector: unknown, labels: Fields) =>
  Object.entries(selector as Fields).every(([key, value]) => labels[key] === value);

describe.each(VARIANTS)("the isolation probes of %s", (variant) => {
  const manifests = renderedManifests(variant);
  const services = manifests.filter(({ kind }) => kind === "Service");

  test.each(PROBES)("$probe has the same labels as its sandbox, except the component", (one) => {
    const { [COMPONENT]: component, ...labels } = labelsOf(manifests, one.probe);
    const { [COMPONENT]: sandbox, ...expected } = labelsOf(manifests, one.sandbox);
    expect(labels).toEqual(expected);
    expect(labels[NAME]).toBe(one.sandbox);
    expect(component).toBe("isolation-probe");
    expect(sandbox).not.toBe(component);
  });

  test.each(PROBES)("$probe never runs twice at once, and ends before the next run", (one) => {
    const spec = named(manifests, "CronJob", one.probe)?.["spec"];
    expect(spec).toMatchObject({ schedule: "*/2 * * * *", concurrencyPolicy: "Forbid" });
    expect(at(spec, "jobTemplate", "spec")).toMatchObject({ backoffLimit: 0 });
    expect(at(spec, "jobTemplate", "spec", "activeDeadlineSeconds")).toBeLessThan(120);
    expect(at(podOf(manifests, one.probe), "containers", 0)).toMatchObject({
      image: `veil-gateway/${one.sandbox}:0.1.0`,
      args: ["dist/probe.js"],
    });
  });

  test.each(PROBES)(
    "$probe is behind its own Service only, and not behind the sandbox's",
    (one) => {
      const { probe, sandbox, namespace } = one;
      const [labels, ownLabels] = [labelsOf(manifests, probe), labelsOf(manifests, sandbox)];
      const behind = services.filter(
        ({ metadata, spec }) =>
          metadata.namespace === namespace && selects(at(spec, "selector"), labels),
      );
      expect(behind.map(titleOf)).toEqual([`Service ${namespace}/${probe}`]);
      expect(selects(at(behind[0], "spec", "selector"), ownLabels)).toBe(false);
      const meant = [
        at(named(manifests, "Deployment", sandbox), "spec", "selector", "matchLabels"),
        at(named(manifests, "PodDisruptionBudget", sandbox), "spec", "selector", "matchLabels"),
        ...listAt(podOf(manifests, sandbox), "topologySpreadConstraints").map((constraint) =>
          at(constraint, "labelSelector", "matchLabels"),
        ),
      ];
      expect(meant).toHaveLength(4);
      for (const selector of meant) {
        expect(selects(selector, ownLabels)).toBe(true);
        expect(selects(selector, labels)).toBe(false);
      }
    },
  );

  test.each(PROBES)("$probe tries every fixed Service address that it must not reach", (one) => {
    const settings = settingsOf(manifests, one.probe);
    const own = [one.sandbox, ...PROBES.map(({ probe }) => probe)];
    const open = one.open.map((address) => address.replace("AMQP", AMQP[variant] ?? ""));
    const closed = services
      .filter(({ metadata, spec }) => {
        const address = at(spec, "clusterIP");
        return address !== undefined && address !== "None" && !own.includes(metadata.name);
      })
      .flatMap(({ metadata, spec }) =>
        listAt(spec, "ports").map(
          (port) => `${metadata.name}.${metadata.namespace}.svc:${String(at(port, "port"))}`,
        ),
      )
      .filter((address) => !open.includes(address));
    const outside = ["169.254.169.254:80", "1.1.1.1:443"];
    const blocked = targetsOf(settings, "PROBE_BLOCKED");
    expect(blocked.map(({ address }) => address).sort()).toEqual([...closed, ...outside].sort());
    expect(new Set(blocked.map(({ target }) => target)).size).toBe(blocked.length);
    const control = targetsOf(settings, "PROBE_OPEN").map(({ address }) => address);
    expect(control).toEqual(open.slice(0, 1));
  });

  test.each(PROBES)("$probe can resolve its targets, and reads all its settings", (one) => {
    const settings = settingsOf(manifests, one.probe);
    const aliases = listAt(podOf(manifests, one.probe), "hostAliases");
    const known = aliases.map((alias) => String(at(alias, "hostnames", 0)));
    const hosts = ["PROBE_BLOCKED", "PROBE_OPEN"]
      .flatMap((name) => targetsOf(settings, name).map(({ host }) => host))
      .filter((host) => host.endsWith(".svc"));
    expect([...new Set(hosts)].sort()).toEqual([...known].sort());
    expect(Object.keys(settings).filter((name) => !readsSetting(one.probe, name))).toEqual([]);
  });

  test.each(PROBES)("$probe is at the URL in the gateway's settings", (one) => {
    const [port] = listAt(named(manifests, "Service", one.probe), "spec", "ports");
    const scheme = variant === "prod" || variant === "small" ? "https" : "http";
    expect(settingsOf(manifests, "edge-gateway")[one.setting]).toBe(
      `${scheme}://${one.probe}.${one.namespace}.svc:${String(at(port, "port"))}`,
    );
    expect(settingsOf(manifests, one.probe)["PORT"]).toBe(String(at(port, "port")));
  });

  test.each(PROBES)(
    "the quota of $namespace is sufficient for $probe and all other pods",
    (one) => {
      const { namespace } = one;
      const own = manifests.filter(({ metadata }) => metadata.namespace === namespace);
      const quota = at(named(own, "ResourceQuota", "zone"), "spec", "hard") as Fields;
      const count = podsOf(own).map(({ manifest, pod }) => ({
        pod,
        most: mostPods(manifest, own),
      }));
      expect(count.reduce((sum, { most }) => sum + most, 0)).toBeLessThanOrEqual(
        Number(quota["pods"]),
      );
      for (const key of ["requests.cpu", "requests.memory", "limits.cpu", "limits.memory"]) {
        const [kind = "", resource = ""] = key.split(".");
        const used = count.map(
          ({ pod, most }) => most * quantity(at(pod, "containers", 0, "resources", kind, resource)),
        );
        expect(used.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(quantity(quota[key]));
      }
    },
  );
});

describe("base, prod and small", () => {
  test.each(
    ["base", "prod", "small"].flatMap((variant) => PROBES.map((one) => ({ ...one, variant }))),
  )("$probe of $variant and the other sandbox run on different nodes", (one) => {
    const pod = podOf(renderedManifests(one.variant), one.probe);
    expect(at(pod, "affinity", "podAntiAffinity")).toEqual({
      requiredDuringSchedulingIgnoredDuringExecution: [
        {
          topologyKey: "kubernetes.io/hostname",
          namespaces: [one.otherNamespace],
          labelSelector: { matchLabels: { [NAME]: one.other } },
        },
      ],
    });
  });
});

describe("in prod", () => {
  const manifests = renderedManifests("prod");

  test.each(PROBES)(
    "$probe has a certificate for its own identity, valid for a day, as mounted files",
    (one) => {
      const certificate = named(manifests, "Certificate", one.probe);
      expect(certificate?.metadata.namespace).toBe(one.namespace);
      expect(at(certificate, "spec")).toMatchObject({
        uris: [`spiffe://veil-gateway/${one.zone}/${one.probe}`],
        duration: "24h",
        dnsNames: expect.arrayContaining([`${one.probe}.${one.namespace}.svc`]),
        privateKey: { rotationPolicy: "Always" },
        usages: ["digital signature", "server auth"],
      });
      const volumes = listAt(podOf(manifests, one.probe), "volumes");
      const secret = volumes.find((volume) => at(volume, "name") === "tls");
      expect(at(secret, "secret", "secretName")).toBe(at(certificate, "spec", "secretName"));
      expect(settingsOf(manifests, one.probe)).toMatchObject({
        NODE_ENV: "production",
        TLS_CERT_FILE: "/var/run/veil/tls/tls.crt",
        TLS_KEY_FILE: "/var/run/veil/tls/tls.key",
        TLS_CA_FILE: "/var/run/veil/tls/ca.crt",
      });
    },
  );
});

function mostPods(manifest: Manifest, own: readonly Manifest[]): number {
  if (/Job$/.test(manifest.kind)) return 1;
  const { name } = manifest.metadata;
  const most =
    at(named(own, "HorizontalPodAutoscaler", name), "spec", "maxReplicas") ??
    at(named(own, "ScaledObject", name), "spec", "maxReplicaCount") ??
    at(manifest, "spec", "replicas");
  return Number(most) + Number(at(manifest, "spec", "strategy", "rollingUpdate", "maxSurge") ?? 0);
}
