/** @all renders a chart with helm, which Go builds */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "@jest/globals";
import { hashPolicies, readYamlDocuments } from "@veil/netpol";
import { describeWhere, judgePath } from "@veil/testing";
import { CHART, leaves } from "../../support/deployment/chart-schema.ts";
import {
  at,
  type Fields,
  type Manifest,
  parseManifests,
  podsOf,
  REPOSITORY,
  renderedManifests,
  titleOf,
  workloadName,
} from "../../support/deployment/manifests.ts";
import { isolationFindings } from "../../support/deployment/renderer.ts";
import { strictProblems } from "../../support/deployment/strict-manifests.ts";

const HELM = judgePath("helm");
const PROFILES = ["small", "prod"] as const;
const OPTIONS = { maxBuffer: 64 * 1024 * 1024 };

async function helm(...args: readonly string[]) {
  return await promisify(execFile)(HELM ?? "", args, OPTIONS);
}

async function template(
  profile: (typeof PROFILES)[number],
  values: object = {},
  more = ["--no-hooks"],
) {
  const sets = Object.entries(values).flatMap(([name, value]) => [
    "--set-json",
    `${name}=${JSON.stringify(value)}`,
  ]);
  const file = profile === "prod" ? ["--values", path.join(CHART, "values-prod.yaml")] : [];
  const version = ["--kube-version", "1.32.0"];
  return (await helm("template", "veil-gateway", CHART, ...version, ...file, ...more, ...sets))
    .stdout;
}

/** Returns the manifests by title, with the names of Jobs without the hash of their content. */
function byTitle(manifests: readonly Manifest[]): ReadonlyMap<string, unknown> {
  const entries = manifests.map((manifest) => {
    const metadata = { ...manifest.metadata, name: workloadName(manifest) };
    return [
      `${manifest.apiVersion} ${titleOf({ ...manifest, metadata })}`,
      { ...manifest, metadata },
    ] as const;
  });
  expect(new Set(entries.map(([title]) => title)).size).toBe(entries.length);
  return new Map(entries);
}

/** Returns a value that no other value has, and that the output shows. */
function example(name: string, own: Fields, index: number): readonly [unknown, string] {
  const word = `example-${index}-x`;
  if (own["type"] === "integer") return [70_000 + index, String(70_000 + index)];
  if (name === "gateway.maxReplicas") return [String(70_000 + index), String(70_000 + index)];
  if (own["type"] === "array") return [[{ name: word }], word];
  if (name.endsWith(".resources"))
    return [{ requests: { cpu: word }, limits: { cpu: word } }, word];
  return own["type"] === "object" ? [{ [word]: "a" }, word] : [word, word];
}

describeWhere(
  HELM !== undefined,
  "The Helm chart",
  "VEIL_TEST_HELM; scripts/with-helm builds it",
  () => {
    describe.each(PROFILES)("with the values of %s", (profile) => {
      test("The chart installs exactly the objects of the overlay", async () => {
        const made = byTitle(parseManifests(await template(profile)));
        expect(made).toEqual(byTitle(renderedManifests(profile)));
      });

      test("The policies open exactly the edges that k8s/isolation.yaml lists, and have the overlay's hash", async () => {
        const text = await template(profile);
        expect(isolationFindings(text, profile)).toEqual([]);
        const rendered = readFileSync(
          path.join(REPOSITORY, `k8s/rendered/${profile}.yaml`),
          "utf8",
        );
        const hash = (yaml: string) => hashPolicies(readYamlDocuments(yaml, "input")).sha256;
        expect(hash(text)).toBe(hash(rendered));
      });
    });

    test("Every value reaches the output of one of the profiles", async () => {
      const scalars = leaves.filter(
        ([, own]) => own["type"] !== "boolean" && own["enum"] === undefined,
      );
      const examples = scalars.map(
        ([name, own], index) => [name, ...example(name, own, index)] as const,
      );
      const values = Object.fromEntries(examples.map(([name, value]) => [name, value]));
      const texts = await Promise.all(PROFILES.map((profile) => template(profile, values)));
      const unread = examples.filter(([, , shown]) => !texts.some((text) => text.includes(shown)));
      expect(unread.map(([name]) => name)).toEqual([]);
      expect(examples.length).toBeGreaterThan(60);
    });

    test.each(leaves.filter(([, own]) => own["type"] === "boolean").map(([name]) => name))(
      "When %s is off, then its objects are missing, and everything else is as before",
      async (name) => {
        const differences = await Promise.all(
          PROFILES.map(async (profile) => {
            const [on, off] = [true, false].map((value) => template(profile, { [name]: value }));
            const [all, left] = [
              byTitle(parseManifests((await on) ?? "")),
              byTitle(parseManifests((await off) ?? "")),
            ];
            expect(
              [...left].every(
                ([title, object]) => JSON.stringify(all.get(title)) === JSON.stringify(object),
              ),
            ).toBe(true);
            return all.size - left.size;
          }),
        );
        expect(Math.max(...differences)).toBeGreaterThan(0);
      },
    );

    test.each([
      ["a misspelled value", { publicHots: "a" }],
      ["a misspelled value of a service", { "gateway.trustProxi": "1" }],
      ["a number as text", { "worker.replicas": "2" }],
      ["an unknown profile", { profile: "large" }],
      ["an empty image", { "images.bridge": "" }],
    ])("Helm refuses %s", async (_, values) => {
      await expect(template("small", values)).rejects.toThrow(
        /don't meet the specifications of the schema/,
      );
    });

    test("When a setting changes, then its ConfigMap and the pods' reference get a new name; a migration Job gets one when its image changes", async () => {
      const name = (manifests: readonly Manifest[], kind: string, start: string) =>
        manifests.find((one) => one.kind === kind && one.metadata.name.startsWith(start))?.metadata
          .name;
      const before = parseManifests(await template("small"));
      const after = parseManifests(
        await template("small", {
          publicHost: "ai.example.org",
          "images.edgeGateway": "registry.example.com/gateway@sha256:0",
        }),
      );
      expect(name(after, "ConfigMap", "edge-gateway")).not.toBe(
        name(before, "ConfigMap", "edge-gateway"),
      );
      expect(name(after, "Job", "gateway-migrate")).not.toBe(
        name(before, "Job", "gateway-migrate"),
      );
      expect(name(after, "Job", "audit-migrate")).toBe(name(before, "Job", "audit-migrate"));
      const pod = podsOf(after).find(
        ({ manifest }) => manifest.metadata.name === "edge-gateway",
      )?.pod;
      expect(at(pod, "containers", 0, "envFrom", 0, "configMapRef", "name")).toBe(
        name(after, "ConfigMap", "edge-gateway"),
      );
      expect(await strictProblems(after)).toEqual([]);
    });

    test("With nodes, tolerations, labels and annotations the objects have no unknown field", async () => {
      const values = {
        imagePullSecrets: [{ name: "registry" }],
        nodeSelector: { pool: "veil" },
        tolerations: [{ key: "veil", operator: "Exists" }],
        extraLabels: { team: "privacy" },
        extraAnnotations: { "example.com/owner": "privacy" },
        "components.certificates": true,
      };
      const manifests = parseManifests(await template("small", values));
      expect(await strictProblems(manifests)).toEqual([]);
      expect(manifests.every(({ metadata }) => metadata.labels?.["team"] === "privacy")).toBe(true);
      for (const { pod } of podsOf(manifests))
        expect(pod).toMatchObject({
          nodeSelector: { pool: "veil" },
          imagePullSecrets: [{ name: "registry" }],
        });
    });

    test("helm test runs each isolation probe as its CronJob does, with the labels that the sandbox's policies select", async () => {
      const hooks = parseManifests(
        await template("small", {}, ["--show-only", "templates/tests/isolation.yaml"]),
      );
      expect(hooks.map(titleOf)).toEqual([
        "Pod veil-identity/bridge-probe-test",
        "Pod veil-inference/inference-worker-probe-test",
      ]);
      for (const hook of hooks) {
        expect(hook.metadata.annotations?.["helm.sh/hook"]).toBe("test");
        const job = renderedManifests("small").find(
          ({ kind, metadata }) =>
            kind === "CronJob" && `${metadata.name}-test` === hook.metadata.name,
        );
        const pod = at(job, "spec", "jobTemplate", "spec", "template");
        expect({ labels: hook.metadata.labels, spec: hook["spec"] }).toEqual({
          labels: at(pod, "metadata", "labels"),
          spec: at(pod, "spec"),
        });
      }
      expect(await strictProblems(hooks)).toEqual([]);
    });

    test("helm lint has no finding", async () => {
      const { stdout } = await helm("lint", "--strict", "--kube-version", "1.32.0", CHART);
      expect(stdout).toContain("1 chart(s) linted, 0 chart(s) failed");
    });
  },
);
