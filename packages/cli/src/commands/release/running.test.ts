/** @slow reads the rendered manifests of a release */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { captured } from "../../program/captured.contract.ts";
import { createTestRelease, type TestRelease } from "./test-release.contract.ts";

let release: TestRelease;

beforeAll(async () => {
  release = await createTestRelease();
});
afterAll(() => rmSync(release.folder, { recursive: true }));
const at = (...names: string[]) => release.at(...names);
const verify = (folder: string, ...more: string[]) => release.verify(folder, ...more);

describe("veil release verify --pods and --policies", () => {
  const ZONES: Readonly<Record<string, string>> = {
    ...{ "edge-gateway": "veil-edge", bridge: "veil-identity", sanitiser: "veil-sanitiser" },
    ...{ "inference-worker": "veil-inference", audit: "veil-audit", "veil-signer": "veil-signer" },
  };

  interface TestPod {
    readonly namespace: string;
    readonly container: string;
    readonly imageID: string;
    readonly phase?: string;
    readonly owner?: string;
  }

  const podOf = ({
    namespace,
    container,
    imageID,
    phase = "Running",
    owner = "ReplicaSet",
  }: TestPod) => ({
    ...{ apiVersion: "v1", kind: "Pod" },
    metadata: { namespace, name: `${container}-7d9f8c`, ownerReferences: [{ kind: owner }] },
    status: { phase, containerStatuses: [{ name: container, imageID }] },
  });
  const imageOf = (digest = "") => `registry.example.com/veil/any@${digest}`;

  /** Returns the pods of the services, of which `changes` replaces some. */
  function podsFile(changes: Record<string, Partial<TestPod>> = {}, more: readonly TestPod[] = []) {
    const pods = Object.entries(ZONES).map(([container, namespace]) => ({
      ...{ namespace, container, imageID: imageOf(release.index.images[container]) },
      ...changes[container],
    }));
    const items = [...pods, ...more].map(podOf);
    writeFileSync(at("pods.json"), JSON.stringify({ apiVersion: "v1", kind: "List", items }));
    return at("pods.json");
  }

  const OTHER = `sha256:${"0".repeat(64)}`;

  test("It exits with 0 for a cluster that runs the release, also with ended pods and other namespaces", async () => {
    const pods = podsFile({}, [
      { namespace: "kube-system", container: "dns", imageID: imageOf(OTHER) },
      { ...{ namespace: "veil-edge", container: "edge-gateway" }, imageID: "", phase: "Failed" },
    ]);
    const policies = at("good/manifests/prod.yaml");
    const { code, out, err } = await verify(at("good"), "--pods", pods, "--policies", policies);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("ok      the cluster runs the images of the release\n");
    expect(out).toContain("ok      the cluster has the policies of the release\n");
  });

  test("It lists containers that operators added as not covered", async () => {
    const added = { namespace: "veil-data", container: "postgres", imageID: imageOf(OTHER) };
    const pods = podsFile({}, [{ ...added, owner: "Cluster" }]);
    const { code, err } = await verify(at("good"), "--pods", pods);
    expect({ code, err }).toEqual({
      code: 0,
      err: "Not covered, because an operator added them: veil-data/postgres-7d9f8c postgres\n",
    });
  });

  test.each<[string, () => string, RegExp]>([
    [
      "an image that is not of the release",
      () => podsFile({ sanitiser: { imageID: imageOf(OTHER) } }),
      /veil-sanitiser\/sanitiser-7d9f8c: container sanitiser runs sha256:0{64}, not the release's sha256:[0-9a-f]{64}; deploy/,
    ],
    [
      "the image of another service",
      () => podsFile({ bridge: { imageID: imageOf(release.index.images["audit"]) } }),
      /container bridge runs sha256:.*not the release's/,
    ],
    [
      "an image that was loaded without a registry",
      () => podsFile({ audit: { imageID: OTHER } }),
      /container audit runs sha256:0{64}, which names no digest; pull the image from a registry/,
    ],
    [
      "a container that is not in the manifests",
      () => podsFile({}, [{ namespace: "veil-edge", container: "shell", imageID: imageOf(OTHER) }]),
      /veil-edge\/shell-7d9f8c: container shell is not in the release's manifests/,
    ],
    [
      "a service that no pod runs",
      () => podsFile({ "veil-signer": { phase: "Succeeded" } }),
      /no pod runs the image of veil-signer; list the pods of all namespaces/,
    ],
    [
      "third-party software of another digest",
      () => podsFile({}, [{ namespace: "veil-data", container: "redis", imageID: imageOf(OTHER) }]),
      /container redis runs sha256:0{64}, not the release's sha256:/,
    ],
  ])("It exits with 1 for %s", async (_case, pods, message) => {
    const { code, out, err } = await verify(at("good"), "--pods", pods());
    expect(err).toMatch(message);
    expect(out).toContain("NOT OK  the cluster runs the images of the release\n");
    expect(code).toBe(1);
  });

  test("It exits with 1 for policies that differ from the release's, with all hashes", async () => {
    const text = readFileSync(at("good/manifests/prod.yaml"), "utf8");
    writeFileSync(at("all.yaml"), text.replace(/^ {4}- port: 8081$/m, "    - port: 8082"));
    const { code, err } = await verify(at("good"), "--policies", at("all.yaml"));
    const { prod, small } = release.index.network_policy_sha256;
    expect(err).toMatch(/the cluster's policies have the hash [0-9a-f]{64}, but prod has /);
    expect(err).toContain(`prod has ${prod}, small has ${small}`);
    expect(code).toBe(1);
  });

  test("With the cluster's RELEASE_FILE, its policies count instead of the release's", async () => {
    const text = readFileSync(at("good/manifests/prod.yaml"), "utf8");
    writeFileSync(at("all.yaml"), text.replace(/^ {4}- port: 8081$/m, "    - port: 8082"));
    const { out: hash } = await captured("netpol", "hash", at("all.yaml"));
    const file = { images: release.index.images, network_policy_sha256: hash.trim() };
    writeFileSync(at("own.json"), JSON.stringify(file));
    const args = ["--policies", at("all.yaml"), "--release-file"];
    expect(await verify(at("good"), ...args, at("own.json"))).toMatchObject({ code: 0, err: "" });
    const { code, err } = await verify(at("good"), ...args, at("good/gateway/prod.json"));
    const { prod } = release.index.network_policy_sha256;
    expect(err).toContain(`have the hash ${hash.trim()}, but RELEASE_FILE has ${prod};`);
    expect(code).toBe(1);
  });

  test("It exits with 1 for a RELEASE_FILE that names other images than the release", async () => {
    const { audit: _audit, ...others } = release.index.images;
    const images = { ...others, bridge: OTHER };
    writeFileSync(at("own.json"), JSON.stringify({ images, network_policy_sha256: null }));
    const { code, err } = await verify(at("good"), "--release-file", at("own.json"));
    expect(err).toContain(`RELEASE_FILE names ${OTHER} for bridge, not the release's sha256:`);
    expect(err).toContain("RELEASE_FILE names no image for audit");
    expect(code).toBe(1);
  });

  test("It exits with 2 for pods without a status", async () => {
    writeFileSync(
      at("pods.json"),
      JSON.stringify({ kind: "Pod", metadata: { name: "a", namespace: "b" } }),
    );
    const { code, out } = await verify(at("good"), "--pods", at("pods.json"));
    expect({ code, out }).toEqual({ code: 2, out: "" });
  });
});
