/** @all starts a stack, and rotates its keys */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { IsolationCertificate } from "@veil/contracts/certificate";
import { checkedJson } from "@veil/contracts/parsing";
import { type DevelopmentManifest, VeilKeysManifest } from "@veil/contracts/signer";
import type { ServiceName } from "@veil/crypto";
import { RELEASE_FILES } from "@veil/release";
import { writeSmallRelease } from "@veil/release-maker/small-release";
import { until } from "@veil/testing";
import { createNodeCrypto } from "@veil/veil";
import { parsePin, verifyCertificate } from "@veil/veil/verifier";
import { veil } from "./support/clients/command-line.ts";
import { finalOf } from "./support/clients/gateway.ts";
import { trustOf } from "./support/keys.ts";
import { describeProfiles, type Scenario } from "./support/scenario.ts";
import { letterRequest } from "./support/texts.ts";

const KEYS = [
  ["inference-worker", "claim"],
  ["veil-signer", "certificate"],
] as const;

const folder = mkdtempSync(path.join(tmpdir(), "veil-release-"));
const RELEASE = await writeSmallRelease(path.join(folder, "release"), {
  work: path.join(folder, "work"),
});
const RELEASE_FILE = path.join(folder, "release", RELEASE_FILES.gateway("prod"));
afterAll(() => rmSync(folder, { recursive: true }));

const parseCertificate = checkedJson(IsolationCertificate);
const parseManifest = checkedJson(VeilKeysManifest);

const suite = (scenario: () => Scenario) => {
  async function rotate(step: string): Promise<void> {
    const dir = path.join(scenario().stack.stateDir, "keys");
    for (const key of KEYS) {
      const args = ["service-keys", "rotate", ...key, "--step", step, "--dir", dir];
      const { code, err } = await veil(args, { env: {} });
      if (code !== 0) throw new Error(`veil ${args.join(" ")} ended with ${code}: ${err}`);
    }
  }

  async function restart(...services: readonly ServiceName[]): Promise<void> {
    for (const service of services) await scenario().stack.restart(service);
  }

  async function newCertificate(apiKey: string): Promise<string> {
    const { gateway } = scenario();
    // The gateway responds with 503 until it notices that a restarted worker is available.
    const answered = await until("the call is answered", async () => {
      const call = await gateway.proxy(apiKey, letterRequest());
      return call.status !== 503 && call;
    });
    const { request_id = "" } = finalOf(answered);
    const certificatePath = `/api/v1/veil/certificate/${request_id}`;
    const reply = await until("the certificate is issued", async () => {
      const answer = await gateway.call({ path: certificatePath, apiKey });
      return answer.status === 200 && answer;
    });
    return reply.text;
  }

  async function publishedManifest(version: number): Promise<string> {
    return await until("the gateway publishes the new manifest", async () => {
      const { text } = await scenario().gateway.call({ path: "/.well-known/veil-keys.json" });
      return parseManifest(text).version === version && text;
    });
  }

  function pin() {
    const key = trustOf(scenario().stack).keys.find(({ purpose }) => purpose === "manifest");
    return parsePin(`${key?.key_id}:${key?.public_key}`);
  }

  const verified = (certificate: string, manifest: string) =>
    verifyCertificate(
      { certificate: Buffer.from(certificate), manifest: Buffer.from(manifest) },
      { pins: [pin()], witnesses: [], crypto: createNodeCrypto() },
    );

  const keysOf = (certificate: string) => {
    const { signable, signature } = parseCertificate(certificate);
    const worker = signable.claims.find(({ claim }) => claim.component === "inference-worker");
    return [worker?.batch.key_id, signature.key_id];
  };

  // @spec STATE-6
  test("Certificates signed with the earlier keys and with the new ones verify with the new manifest", async () => {
    const { apiKey } = await scenario().customer({ tier: "pro" });
    const before = await newCertificate(apiKey);
    expect(verified(before, await publishedManifest(1)).passed).toContain("key_validity");

    await rotate("add");
    await restart("veil-signer");
    await rotate("use");
    await restart("inference-worker", "veil-signer");
    await rotate("retire");
    await restart("inference-worker", "veil-signer");

    const after = await newCertificate(apiKey);
    const manifest = await publishedManifest(3);
    expect(parseCertificate(after).signable.manifest.version).toBe(3);
    const { keys } = parseManifest(manifest) as DevelopmentManifest;
    const stateOf = (keyId?: string) => keys.find(({ key_id }) => key_id === keyId)?.key_state;
    expect(keysOf(before).map(stateOf)).toEqual(["retired", "retired"]);
    expect(keysOf(after).map(stateOf)).toEqual(["active", "active"]);
    for (const certificate of [before, after])
      expect(verified(certificate, manifest).manifestVersion).toBe(3);
  });

  test("A certificate names the digests of the release whose RELEASE_FILE the gateway reads, and the hash of its policies", async () => {
    const { apiKey } = await scenario().customer({ tier: "pro" });
    const certificate = await newCertificate(apiKey);
    const { release } = verified(certificate, await publishedManifest(3)).certificate.signable;
    const images = Object.entries(RELEASE.images).map(([service, digest]) => ({ service, digest }));
    expect(release).toEqual({
      images: images.toSorted((left, right) => (left.service < right.service ? -1 : 1)),
      network_policy_sha256: RELEASE.network_policy_sha256["prod"],
    });
    expect(images).toHaveLength(6);
  });
};

describeProfiles("Certificates of a deployment that changes", suite, {
  env: () => ({ "edge-gateway": { RELEASE_FILE } }),
});
