/** @all renders the manifests, with a program that Go builds unless one is installed */
import { describe, expect, test } from "@jest/globals";
import { describeWhere } from "@veil/testing";
import {
  at,
  type Fields,
  listAt,
  type Manifest,
  parseManifests,
  podsOf,
  titleOf,
} from "../../support/deployment/manifests.ts";
import { openMonokle } from "../../support/deployment/monokle.ts";
import {
  isolationFindings,
  NO_RENDERER,
  RENDERERS,
  renderWith,
  runRenderer,
} from "../../support/deployment/renderer.ts";
import { strictProblems } from "../../support/deployment/strict-manifests.ts";

const checked = await runRenderer("--check");

describeWhere(checked.code !== NO_RENDERER, "The renderer", RENDERERS, () => {
  test("The renderer turns each folder into exactly the file in k8s/rendered", () => {
    expect(checked.stderr).toBe("");
    expect(checked.code).toBe(0);
  });

  describe.each([
    ["shield", "Deployment veil-sanitiser/shield-proxy"],
    ["sign-in", "Deployment veil-edge/sign-in-proxy"],
    ["tracing", "NetworkPolicy veil-edge/allow-edge-gateway-to-otel-collector"],
    ["cilium-fqdn", "CiliumNetworkPolicy veil-inference/allow-egress-proxy-to-providers"],
    ["cilium-api-server", "CiliumNetworkPolicy veil-data/allow-gateway-db-to-api-server"],
    ["approver-policy", "CertificateRequestPolicy veil-gateway-edge-gateway"],
    ["restore", "Cluster veil-audit/audit-db-restored"],
    ["log-archives", "PersistentVolumeClaim veil-audit/audit-archives"],
    ["pooler", "Pooler veil-data/gateway-db-pooler"],
  ])("with the component %s", (component, title) => {
    let text: string;
    let manifests: readonly Manifest[];

    test("The component adds its objects, without an unknown field", async () => {
      text = await renderWith(component);
      manifests = parseManifests(text);
      expect(manifests.map(titleOf)).toContain(title);
      expect(await strictProblems(manifests)).toEqual([]);
    });

    test("The manifests violate no Pod Security rule", async () => {
      const monokle = await openMonokle();
      expect(await monokle.findingsIn(text)).toEqual([]);
    });

    test("The policies open exactly the edges that k8s/isolation.yaml lists", () => {
      expect(isolationFindings(text)).toEqual([]);
    });

    test("No other policy of a proxy opens more than the component's policy", () => {
      const open = manifests.filter(
        ({ kind, metadata }) =>
          kind === "NetworkPolicy" && /egress-proxy-to-(internet|dns)/.test(metadata.name),
      );
      expect(open).toHaveLength(component === "cilium-fqdn" ? 0 : 2);
    });
  });

  test("The component restore creates a database cluster with the settings of the one that was backed up", async () => {
    const manifests = parseManifests(await renderWith("restore"));
    const database = (name: string) =>
      manifests.find(({ kind, metadata }) => kind === "Cluster" && metadata.name === name);
    for (const name of ["gateway-db", "audit-db"]) {
      const [former, restored] = [database(name), database(`${name}-restored`)];
      for (const field of ["imageName", "storage", "walStorage", "resources"])
        expect(at(restored, "spec", field)).toEqual(at(former, "spec", field));
      const { database: own, owner, secret } = at(former, "spec", "bootstrap", "initdb") as Fields;
      expect(at(restored, "spec", "bootstrap", "recovery")).toMatchObject({
        database: own,
        owner,
        secret,
      });
      // PostgreSQL refuses to recover with a smaller max_connections than before.
      expect(at(former, "spec", "postgresql", "parameters")).toMatchObject(
        at(restored, "spec", "postgresql", "parameters") as Fields,
      );
      expect(at(restored, "spec", "postgresql", "parameters", "max_connections")).toBeDefined();
    }
  });

  test("The component tracing gives settings, files and the collector's address to the gateway and the audit service only", async () => {
    const manifests = parseManifests(await renderWith("tracing"));
    const settings = manifests
      .filter(({ kind }) => kind === "ConfigMap")
      .filter((manifest) => /OTEL_/.test(JSON.stringify(at(manifest, "data") ?? {})))
      .map(({ metadata }) => metadata.name.replace(/-[a-z0-9]{10}$/, ""));
    expect(settings.sort()).toEqual(["audit", "edge-gateway"]);
    const pods = podsOf(manifests).filter(({ pod }) => /otel|tracing/.test(JSON.stringify(pod)));
    expect(pods.map(({ manifest }) => titleOf(manifest)).sort()).toEqual([
      "Deployment veil-audit/audit",
      "Deployment veil-edge/edge-gateway",
    ]);
    for (const { manifest, pod } of pods) {
      const hostnames = ["otel-collector.observability.svc"];
      expect(at(pod, "hostAliases")).toContainEqual({ ip: "10.96.0.241", hostnames });
      const secret = { secretName: `${manifest.metadata.name}-tracing`, defaultMode: 0o440 };
      expect(at(pod, "volumes")).toContainEqual({ name: "tracing", secret });
    }
  });

  test("The component log-archives gives the volume and its setting only to the CronJob that prunes the log", async () => {
    const pods = podsOf(parseManifests(await renderWith("log-archives")));
    const own = pods.filter(({ pod }) => /archives/i.test(JSON.stringify(pod)));
    expect(own.map(({ manifest }) => titleOf(manifest))).toEqual([
      "CronJob veil-audit/audit-prune",
    ]);
    const [container] = listAt(own[0]?.pod, "containers");
    const [name, mountPath] = ["archives", "/var/lib/veil/archives"];
    expect(at(container, "env")).toContainEqual({ name: "AUDIT_ARCHIVE_DIR", value: mountPath });
    expect(at(container, "volumeMounts")).toContainEqual({ name, mountPath });
    const persistentVolumeClaim = { claimName: "audit-archives" };
    expect(at(own[0]?.pod, "volumes")).toContainEqual({ name, persistentVolumeClaim });
  });

  test.each([
    ["shield", "sanitiser", "shield-proxy.veil-sanitiser.svc"],
    ["sign-in", "edge-gateway", "sign-in-proxy.veil-edge.svc"],
  ])(
    "The component %s gives %s the address of its proxy, and no DNS resolver",
    async (component, workload, host) => {
      const manifests = parseManifests(await renderWith(component));
      const pod = podsOf(manifests).find(
        ({ manifest }) => manifest.metadata.name === workload,
      )?.pod;
      const service = manifests.find(
        ({ kind, metadata }) => kind === "Service" && metadata.name === host.split(".")[0],
      );
      expect(at(pod, "hostAliases")).toContainEqual({
        ip: at(service, "spec", "clusterIP"),
        hostnames: [host],
      });
      expect(at(pod, "dnsPolicy")).toBe("None");
    },
  );
});
