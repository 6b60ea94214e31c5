import { describe, expect, test } from "@jest/globals";
import {
  type Manifest,
  renderedManifests,
  titleOf,
  VARIANTS,
} from "../../support/deployment/manifests.ts";
import { strictProblems } from "../../support/deployment/strict-manifests.ts";

describe.each(VARIANTS)("the rendered manifests of %s", (variant) => {
  const manifests = renderedManifests(variant);

  test("The manifests have no unknown field and no value out of bounds", async () => {
    expect(manifests.length).toBeGreaterThan(100);
    expect(await strictProblems(manifests)).toEqual([]);
  });

  test("The manifests contain every object once", () => {
    const titles = manifests.map((manifest) => `${manifest.apiVersion} ${titleOf(manifest)}`);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });
});

describe("A mistake in a manifest is found:", () => {
  const manifests = renderedManifests("prod");

  function changed(title: string, ...edits: readonly (readonly [string, string])[]): Manifest {
    const found = manifests.find((manifest) => titleOf(manifest) === title);
    let text = JSON.stringify(found);
    for (const [from, to] of edits) {
      expect(text).toContain(from);
      text = text.replace(from, to);
    }
    return JSON.parse(text) as Manifest;
  }

  const POLICY = "NetworkPolicy veil-identity/allow-edge-gateway-to-bridge";
  test.each([
    ["policyTypes misspelled", POLICY, '"policyTypes"', '"policyTypez"'],
    ["ports misspelled, which opens all", POLICY, '"ports"', '"port"'],
    [
      "a misspelled podSelector, which selects all",
      POLICY,
      '"podSelector":{"matchLabels"',
      '"podSelector":{"matchLabel"',
    ],
    ["a protocol that there is none of", POLICY, '"TCP"', '"TCPP"'],
    [
      "a field of another level",
      "Deployment veil-identity/bridge",
      '"dnsPolicy"',
      '"readOnlyRootFilesystem":true,"dnsPolicy"',
    ],
    ["a misspelled capability list", "Deployment veil-identity/bridge", '"drop"', '"drops"'],
    ["a number as text", "Deployment veil-audit/audit", '"replicas":2', '"replicas":"2"'],
    [
      "an unknown fallback of KEDA",
      "ScaledObject veil-inference/inference-worker",
      '"currentReplicasIfHigher"',
      '"currentReplicaIfHigher"',
    ],
    [
      "an unknown field of KEDA",
      "ScaledObject veil-inference/inference-worker",
      '"maxReplicaCount"',
      '"maxReplicas"',
    ],
    [
      "an unknown field of cert-manager",
      "Certificate veil-edge/edge-gateway",
      '"renewBefore"',
      '"renewsBefore"',
    ],
    [
      "an unknown field of External Secrets",
      "ExternalSecret veil-edge/edge-gateway-keys",
      '"remoteRef"',
      '"remote"',
    ],
    [
      "an unknown field of the Gateway API",
      "HTTPRoute veil-edge/edge-gateway",
      '"backendRefs"',
      '"backends"',
    ],
    [
      "an unknown field of Prometheus",
      "ServiceMonitor veil-edge/edge-gateway",
      '"endpoints"',
      '"endpoint"',
    ],
    ["an unknown field of CloudNativePG", "Cluster veil-data/gateway-db", '"walStorage"', '"wal"'],
    [
      "an unknown field of the broker",
      "RabbitmqCluster veil-data/rabbitmq",
      '"disableNonTLSListeners"',
      '"disableNonTLS"',
    ],
    ["an unknown field of a permission", "Permission veil-data/worker", '"configure"', '"config"'],
  ])("%s", async (_what, title, from, to) => {
    const problems = await strictProblems([changed(title, [from, to])]);
    expect(problems.join("\n")).toContain(title);
  });

  test("an unknown kind", async () => {
    const unknown = changed(POLICY, ['"kind":"NetworkPolicy"', '"kind":"NetworkPolicies"']);
    expect(await strictProblems([unknown])).not.toEqual([]);
  });
});
