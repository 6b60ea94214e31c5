import { expect, test } from "@jest/globals";
import { CertificateResults } from "@veil/contracts/certificate-orders";
import type { ClaimComponent } from "@veil/contracts/claims";
import { checked } from "@veil/contracts/parsing";
import type { TrustBundleFile } from "@veil/crypto";
import { createTokenIssuer, type Service } from "@veil/service-kit/http";
import { silentLogger as log } from "@veil/service-kit/telemetry";
import { withKeyFiles } from "@veil/testing";
import {
  createTestDeployment,
  TEST_SALTS,
  TEST_TIMES,
  testOrder,
} from "@veil/testing/certificates";
import { packOrders } from "@veil/veil";
import request from "supertest";
import { readConfig } from "../src/config.ts";
import { createVeilSigner } from "../src/veil-signer.ts";
import { newManifestFile } from "./manifest-file.ts";

const deployment = createTestDeployment();
const { keySet } = deployment;

async function signerWith(trust: TrustBundleFile): Promise<Service> {
  const files = {
    trustFile: JSON.stringify(trust),
    keyFileOf: (name: string) =>
      JSON.stringify(keySet.services.find(({ service }) => service === name)),
  };
  const config = withKeyFiles(files, "veil-signer", (paths) =>
    readConfig({ ...paths, MANIFEST_FILE: newManifestFile() }),
  );
  const nowMs = () => Date.parse(TEST_TIMES.issue);
  const signer = createVeilSigner(config, { log, nowMs });
  await signer.start();
  return signer;
}

async function ordered({ app }: Service, order = testOrder(deployment)) {
  const token = await createTokenIssuer(deployment.keysOf("edge-gateway")).tokenFor("veil-signer");
  const { body } = await request(app)
    .post("/certificates")
    .auth(token, { type: "bearer" })
    .send(packOrders([{ ...order, salts: TEST_SALTS }]));
  const { signed, results } = checked(CertificateResults)(body);
  return signed === null ? results[0] : signed;
}

const retired = (component: ClaimComponent, not_after: string): TrustBundleFile => ({
  version: 1,
  keys: keySet.trust.keys.map((key) =>
    key.service === component && key.purpose === "claim"
      ? { ...key, key_state: "retired" as const, not_after }
      : key,
  ),
});

test("When every claim key is active, or one was retired in the second of issue, then the signer signs", async () => {
  for (const trust of [keySet.trust, retired("inference-worker", TEST_TIMES.issue)])
    expect(await ordered(await signerWith(trust))).toMatchObject({
      issued_at: TEST_TIMES.issue,
    });
});

test.each(["edge-gateway", "bridge", "sanitiser", "inference-worker"] as const)(
  "When the claim key of %s is retired, then an order with a claim signed by it is refused, even if the claim has an earlier date",
  async (component) => {
    // The batch has the same date as the retirement, so it is not later.
    const signer = await signerWith(retired(component, TEST_TIMES.batch));
    expect(await ordered(signer)).toEqual({ refused: "key_not_valid" });
    const { text } = await request(signer.opsApp).get("/metrics");
    expect(text).toMatch(/veil_certificate_decisions_total\{[^}]*outcome="refused"[^}]*\} 1/);
  },
);

test("When the signer's own key for certificates is not active, then the signer does not start", async () => {
  const keys = keySet.trust.keys.map((key) =>
    key.purpose === "certificate"
      ? { ...key, key_state: "retired" as const, not_after: TEST_TIMES.issue }
      : key,
  );
  await expect(signerWith({ version: 1, keys })).rejects.toMatchObject({ code: "unknown_key" });
});
