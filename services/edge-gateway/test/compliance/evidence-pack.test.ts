import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { PACK_FILES } from "@veil/contracts/public/compliance/evidence";
import { createGrowingRoot, parseTrustBundle, sha256 } from "@veil/crypto";
import { describeWithServer, type TestTrust, until } from "@veil/testing";
import { createTestDeployment } from "@veil/testing/certificates";
import { createNodeCrypto, manifestHash } from "@veil/veil";
import { inMemory, openArchive, readWhole, tryEvidencePack } from "@veil/veil/evidence";
import { signCheckpoint } from "@veil/veil/log";
import { parsePin } from "@veil/veil/verifier";
import request from "supertest";
import { freshRequestId } from "../support/certificate-boxes.ts";
import { storeIssued } from "../support/issued-certificate.ts";
import { startGatewayOn, startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const PATH = "/api/v1/compliance/evidence-pack";
const SINCE = "2026-01-01T00:00:00Z";
const deployment = createTestDeployment();
const { keySet, keysOf, pins, manifest } = deployment;
const trustFile = JSON.stringify(keySet.trust);
const testTrust: TestTrust = {
  ...{ keysOf, trustFile, trust: parseTrustBundle(trustFile) },
  keyFileOf: (name) => JSON.stringify(keySet.services.find(({ service }) => service === name)),
};
const trust = { pins: [parsePin(pins.gateway)], witnesses: [], crypto: createNodeCrypto() };
const folder = mkdtempSync(path.join(tmpdir(), "veil-evidence-"));

const signer = { ...manifest, served_at: "2026-01-01T00:00:00Z" };
const settings = {
  ...{ COMPLIANCE_CALLS_PER_MINUTE: "1000000", EVIDENCE_PACKS_PER_HOUR: "4" },
  EVIDENCE_DIR: folder,
};

let gateway: TestGateway;
let apiKey = "";
let customerId = "" as Customer["customerId"];
beforeAll(async () => {
  writeFileSync(path.join(folder, "sbom.json"), "{}");
  gateway = await startTestGateway(settings, { testTrust, signer });
});
afterAll(() => gateway.close());
beforeEach(async () => {
  ({ apiKey, customerId } = await gateway.provision());
  startLog(gateway);
});

type Customer = Awaited<ReturnType<TestGateway["provision"]>>;
type Gateway = Pick<TestGateway, "app" | "audit">;

/** Makes the audit service respond with the checkpoint of a log with one entry. */
function startLog({ audit }: Gateway): void {
  const growing = createGrowingRoot();
  growing.add(sha256("entry"));
  const checkpoint = signCheckpoint({ size: 1, root: growing.root() }, deployment.log);
  audit.respondWith((_path, _body, res) => res.end(JSON.stringify({ checkpoint })));
}

const get = ({ app }: Gateway = gateway, query = `?since=${SINCE}`) =>
  request(app)
    .get(PATH + query)
    .set("x-api-key", apiKey)
    .responseType("blob");
/** Returns status and code of a refusal, whose body was read as bytes. */
async function refusal(given: Gateway = gateway, query?: string) {
  const { status, body } = await get(given, query);
  return [status, JSON.parse(body).error];
}

describeWithServer("postgres", "GET /api/v1/compliance/evidence-pack", () => {
  test("A customer gets a pack that is valid and lists the customer's certificates, and it contains neither the customer's id nor the key", async () => {
    const { certificates } = gateway.stores;
    const other = await gateway.provision();
    for (const owner of [customerId, other.customerId])
      await storeIssued({
        ...{ certificates, customerId: owner, deployment, requestId: freshRequestId() },
      });
    const { status, body, headers } = await get();
    expect([status, headers["content-type"]]).toEqual([200, "application/zip"]);
    const outcome = await tryEvidencePack(inMemory(body), trust);
    expect(outcome).toMatchObject({
      ...{ valid: true },
      verified: { predicate: { certificates: { listed: 1, sampled: 0 } } },
    });
    const files = await unzipped(body);
    expect([...files.keys()]).toEqual(
      expect.arrayContaining([...Object.values(PACK_FILES), "operator/sbom.json"]),
    );
    const texts = [...files].join("\n");
    expect(texts).not.toContain(customerId);
    expect(texts).not.toContain(apiKey);
  });

  test("A pack has the key manifests that were published before the present one, and its export is an event", async () => {
    const { runtimeUrl } = gateway.database.urls;
    const second = deployment.resign((_keys, content) => {
      content.version = 2;
      content.previous_manifest_sha256 = manifestHash(manifest);
    });
    const served = { ...second, served_at: signer.served_at };
    await until(
      "the first manifest is stored",
      async () => (await gateway.stores.keyManifests.before(served)).length > 0,
    );
    const later = await startGatewayOn(runtimeUrl, settings, {
      testTrust,
      signer: served,
    });
    startLog(later);
    const { body, headers } = await get(later);
    const outcome = await tryEvidencePack(inMemory(body), trust);
    expect(outcome).toMatchObject({
      valid: true,
      verified: { predicate: { manifest: { version: 2 } } },
    });
    const earlier = JSON.parse((await unzipped(body)).get(PACK_FILES.earlierManifests) ?? "");
    expect(earlier.map(({ version }: { readonly version: number }) => version)).toEqual([1]);
    const stored = await gateway.stores.eventOutbox.waiting(10);
    expect(stored).toContainEqual(
      expect.objectContaining({
        ...{ event_type: "COMPLIANCE_PACK_EXPORTED", actor: customerId },
        request_id: headers["x-request-id"],
      }),
    );
    await later.close();
  });

  // @spec END-3
  test("Without a checkpoint of the log, a listed key or a key at all, there is no pack, and the response says what is missing", async () => {
    const { runtimeUrl } = gateway.database.urls;
    const start = (more: Parameters<typeof startGatewayOn>[2]) =>
      startGatewayOn(runtimeUrl, settings, { testTrust, signer, ...more });
    const empty = await start({});
    expect(await refusal(empty)).toEqual([503, "audit_unavailable"]);
    const isEvidence = ({ purpose }: { readonly purpose: string }) => purpose === "evidence";
    const unlisted = deployment.resign((keys) => void keys.splice(keys.findIndex(isEvidence), 1));
    const before = await start({ signer: { ...unlisted, served_at: signer.served_at } });
    startLog(before);
    expect(await refusal(before)).toEqual([503, "veil_unavailable"]);
    const keyless = await start({
      testTrust: {
        ...testTrust,
        keyFileOf(name) {
          const { service, keys } = JSON.parse(testTrust.keyFileOf(name));
          return JSON.stringify({ service, keys: keys.filter((key: never) => !isEvidence(key)) });
        },
      },
    });
    startLog(keyless);
    expect(await refusal(keyless)).toEqual([503, "veil_unavailable"]);
    for (const other of [empty, before, keyless]) await other.close();
  });

  test("A pack that cannot be completed is cut off, so that its reader sees it", async () => {
    const other = await startGatewayOn(gateway.database.urls.runtimeUrl, settings, {
      ...{ testTrust, signer },
      stores: ({ complianceFigures, ...stores }) => ({
        ...stores,
        complianceFigures: {
          ...complianceFigures,
          async *issuedCertificates() {
            yield [];
            throw new Error("The database is gone");
          },
        },
      }),
    });
    startLog(other);
    await expect(get(other)).rejects.toThrow("aborted");
    await other.close();
  });

  test("Other tiers, periods that are none and a fifth pack in an hour are refused", async () => {
    for (const query of ["?since=2999-01-01T00:00:00Z", "?since=2020-01-01T00:00:00Z"])
      expect(await refusal(gateway, query)).toEqual([400, "invalid_field"]);
    expect((await get()).status).toBe(200);
    expect((await get()).status).toBe(200);
    expect(await refusal()).toEqual([429, "rate_limited"]);
    ({ apiKey } = await gateway.provision({ tier: "free" }));
    expect(await refusal()).toEqual([403, "tier_insufficient"]);
  });
});

/** Returns the texts of an archive's files by name. */
async function unzipped(bytes: Uint8Array): Promise<ReadonlyMap<string, string>> {
  const entries = await openArchive(inMemory(bytes), () => {});
  const texts = new Map<string, string>();
  for (const entry of entries) {
    texts.set(entry.name, Buffer.from(await readWhole(entry)).toString());
  }
  return texts;
}
