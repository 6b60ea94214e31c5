import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { deriveKey, sealWithKey } from "@veil/crypto";
import request from "supertest";
import { testEvent } from "./support/admission.ts";
import { DATA_KEY } from "./support/test-config.ts";
import { startTestGateway, type TestGateway } from "./support/test-gateway.ts";

const PATH = "/api/v1/veil/certificate";
const PENDING = `req_${"1".repeat(32)}`;
const REFUSED = `req_${"2".repeat(32)}`;

let gateway: TestGateway;
let apiKey: string;
beforeAll(async () => {
  gateway = await startTestGateway({ VEIL_ENABLED: "true" });
  const own = await gateway.provision();
  apiKey = own.apiKey;
  const openingsKeyBox = Buffer.alloc(60);
  for (const requestId of [PENDING, REFUSED]) {
    const box = { pending: sealed(requestId), openingsKeyBox, openings: Buffer.alloc(60) };
    await gateway.stores.certificates.add(own.customerId, { requestId, ...box });
  }
  const decided = { requestId: REFUSED, refused: "edge_mismatch", event: testEvent() };
  await gateway.stores.certificates.decide([decided]);
});
afterAll(() => gateway.close());

/** It is none that could be issued, so it stays pending. */
function sealed(requestId: string): Buffer {
  const key = deriveKey(Buffer.from(DATA_KEY, "hex"), "veil/gateway/certificates/v1");
  return sealWithKey(key, Buffer.from("{}"), `veil/pending-certificate/v1/${requestId}`);
}

const get = (path: string) => request(gateway.app).get(`${PATH}/${path}`);
const getOwn = (path: string) => get(path).set("x-api-key", apiKey);

describe("While a certificate is being made", () => {
  test("its reader gets 202 and when to ask again", async () => {
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

  test("openings that another key sealed are not found, with a hint", async () => {
    const { status, body } = await getOwn(`${PENDING}/openings`);
    expect([status, body.error]).toEqual([404, "certificate_not_found"]);
    expect(body.hint).toContain("only with the API key that sent the request");
  });
});

test("A certificate that the signer refused is not found, and the hint says why", async () => {
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

test("A page of a summary loads nothing and runs no script", async () => {
  const { headers } = await get(`${PENDING}/summary`);
  expect(headers["content-security-policy"]).toMatch(/^default-src 'none';/);
  expect(headers["content-security-policy"]).not.toContain("script-src");
});

test("Without VEIL_ENABLED nothing of certificates is there", async () => {
  const off = await gateway.replica({ VEIL_ENABLED: "false" });
  for (const path of ["", "/openings", "/public", "/summary"]) {
    const { status, body } = await request(off.app).get(`${PATH}/${PENDING}${path}`);
    expect([status, body.error]).toEqual([404, "not_found"]);
  }
  await off.close();
});
