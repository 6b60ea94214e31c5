import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import { createTestDeployment } from "@veil/testing/certificates";
import { createNodeCrypto } from "@veil/veil";
import { parsePin, verifyCertificate, verifySummary } from "@veil/veil/verifier";
import request from "supertest";
import { testEvent } from "../support/admission.ts";
import { CERTIFICATES_SEALING, storeIssued } from "../support/issued-certificate.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const PATH = "/api/v1/veil/certificate";
const PENDING = `req_${"1".repeat(32)}`;
const REFUSED = `req_${"2".repeat(32)}`;
const ISSUED = `req_${"3".repeat(32)}`;

const deployment = createTestDeployment();

let gateway: TestGateway;
let apiKey: string;
beforeAll(async () => {
  gateway = await startTestGateway({ VEIL_ENABLED: "true" });
  const own = await gateway.provision();
  apiKey = own.apiKey;
  const openingsKeyBox = Buffer.alloc(60);
  for (const requestId of [PENDING, REFUSED]) {
    const box = {
      record: sealed(requestId),
      openingsKeyBox,
      openings: Buffer.alloc(60),
      leaseMs: 0,
    };
    await gateway.stores.certificates.add(own.customerId, { requestId, ...box });
  }
  const decided = { requestId: REFUSED, refused: "edge_mismatch", event: testEvent() };
  await gateway.stores.certificates.refuse([decided]);
  const { customerId, stores } = { ...own, stores: gateway.stores };
  await storeIssued({ ...stores, customerId, deployment, requestId: ISSUED });
});
afterAll(() => gateway.close());

/** Seals a record that cannot be read, so its certificate stays pending. */
function sealed(requestId: string): Buffer {
  const context = `veil/certificate-record/v2/${requestId}`;
  return CERTIFICATES_SEALING.seal(Buffer.from("{}"), context);
}

const get = (path: string) => request(gateway.app).get(`${PATH}/${path}`);
const getOwn = (path: string) => get(path).set("x-api-key", apiKey);

describeWithServer("postgres", "Certificates over HTTP", () => {
  describe("A pending certificate", () => {
    // @spec CERT-1 CERT-2 AUTH-9
    test("a request for a pending certificate gets 202 with the time to wait before a retry", async () => {
      for (const answer of [
        await getOwn(PENDING),
        await get(`${PENDING}/public`),
        await get(`${PENDING}/summary`),
      ]) {
        expect([answer.status, answer.headers["retry-after"]]).toEqual([202, "2"]);
        expect(answer.text).toContain(PENDING);
      }
      expect((await get(`${PENDING}/public`)).body).toEqual({
        request_id: PENDING,
        status: "pending",
      });
    });

    test("openings that were sealed with another key get 404 with a hint", async () => {
      const { status, body } = await getOwn(`${PENDING}/openings`);
      expect([status, body.error]).toEqual([404, "certificate_not_found"]);
      expect(body.hint).toContain("only with the API key that sent the request");
    });
  });

  test("A certificate that the signer refused gets 404 with a hint about the refusal", async () => {
    for (const answer of [
      await getOwn(REFUSED),
      await getOwn(`${REFUSED}/openings`),
      await get(`${REFUSED}/public`),
      await get(`${REFUSED}/summary`),
    ]) {
      expect([answer.status, answer.body.error]).toEqual([404, "certificate_not_found"]);
      expect(answer.body.hint).toContain("The signer refused it");
    }
  });

  const manifest = Buffer.from(JSON.stringify(deployment.manifest));
  const trust = { pins: [parsePin(deployment.pins.witness)], crypto: createNodeCrypto() };

  describe("An issued certificate", () => {
    test("anyone can get the summary of an issued certificate, which verifies without the certificate", async () => {
      const { status, body, text } = await get(`${ISSUED}/public`);
      expect([status, body.status, body.in_log]).toEqual([200, "issued", false]);
      const { summary } = verifySummary({ summary: Buffer.from(text), manifest }, trust);
      expect(summary.request_id).toBe(ISSUED);
      expect(text).not.toMatch(/leg_id|commitment|trq_1|jrq_1/);
    });

    test("a customer with the tier free gets 403 for the whole certificate and its openings, with a hint to the summary", async () => {
      const { apiKey: free } = await gateway.provision({ tier: "free" });
      for (const part of ["", "/openings"]) {
        const { status, body } = await get(`${ISSUED}${part}`).set("x-api-key", free);
        expect([status, body.error]).toEqual([403, "tier_insufficient"]);
        expect(body.hint).toContain("GET /api/v1/veil/certificate/{request_id}/public");
      }
    });

    test("the owner gets the whole certificate in the certificate format, without other members", async () => {
      const { body, text } = await getOwn(ISSUED);
      expect(Object.keys(body)).toEqual(["signable", "place", "signature", "evidence"]);
      const files = { certificate: Buffer.from(text), manifest };
      verifyCertificate(files, { ...trust, witnesses: [] });
    });
  });

  describe("Certificate pages for browsers", () => {
    test("the content security policy of a certificate page allows only the verifier and what it verifies", async () => {
      for (const id of [ISSUED, PENDING]) {
        const { headers } = await get(`${id}/summary`);
        const policy = headers["content-security-policy"];
        expect(policy).toMatch(/^default-src 'none';script-src 'self';connect-src 'self';/);
        expect(policy).toMatch(/style-src 'sha256-[^;]+';.*form-action 'none'/);
      }
      const { status, headers } = await request(gateway.app).get("/veil/verify");
      expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
      expect(headers["content-security-policy"]).toContain("connect-src 'none'");
    });

    test("a summary page contains all facts without its script", async () => {
      const { text } = await get(`${ISSUED}/summary`);
      const facts = [ISSUED, "gateway.example", "completed", "2026-01-02T12:00:02Z", "2 times"];
      const others = [
        "blocked",
        "Inference worker (Sandbox B)",
        "What this summary does not prove",
      ];
      for (const fact of [...facts, ...others]) expect(text).toContain(fact);
      expect(text).not.toMatch(/leg_id|commitment|trq_1|jrq_1/);
    });

    // @spec CERT-2 AUTH-9
    test("the gateway serves the verifier, which browsers can cache with revalidation", async () => {
      const { status, headers, text } = await request(gateway.app).get("/veil/verifier.js");
      expect([status, headers["content-type"]]).toEqual([200, "text/javascript; charset=utf-8"]);
      expect(headers["cache-control"]).toBe("no-cache");
      // The archive library can import a module that its caller registers; the verifier registers none.
      expect(text).not.toMatch(/\bimport\s*["'{*]|\bimport\(\s*["'`]|["']node:/);
      const { etag = "" } = headers;
      const again = request(gateway.app).get("/veil/verifier.js").set("if-none-match", etag);
      expect((await again).status).toBe(304);
    });
  });

  // @spec CERT-1 CERT-2 AUTH-9
  test("When VEIL_ENABLED is false, then the certificate endpoints do not exist", async () => {
    const off = await gateway.replica({ VEIL_ENABLED: "false" });
    for (const path of ["", "/openings", "/public", "/summary"]) {
      const { status, body } = await request(off.app).get(`${PATH}/${PENDING}${path}`);
      expect([status, body.error]).toEqual([404, "not_found"]);
    }
    for (const path of ["/veil/verify", "/veil/verifier.js"])
      expect((await request(off.app).get(path)).status).toBe(404);
    await off.close();
  });
});
