/** @slow signs the claims of several hundred calls */
import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "@jest/globals";
import type { CertificateOrder } from "@veil/contracts/certificate";
import type { VerificationCode } from "@veil/crypto";
import {
  BAD_CERTIFICATES,
  type Changes,
  createTestDeployment,
  TEST_CALL,
  TEST_SALTS,
  TEST_TIMES,
  type TestDeployment,
  testIssued,
  testOrder,
} from "@veil/testing/certificates";
import { packOrders } from "@veil/veil";
import request from "supertest";
import { startTestSigner } from "./test-signer.ts";

/**
 * Codes of the defects that can be found in the claims alone. The other codes cannot occur: the
 * gateway's orders never have those defects, or the signer itself sets the field in question.
 */
const CODES: ReadonlySet<VerificationCode> = new Set([
  ...(["wrong_components", "joined_legs", "not_in_batch", "bad_claim_signature"] as const),
  ...(["wrong_time", "foreign_class", "edge_mismatch", "token_mismatch"] as const),
  ...(["context_mismatch", "response_mismatch"] as const),
]);
const IN_ORDERS: ReadonlySet<string> = new Set(["claims", "signedClaims", "signable", "event"]);
const SET_BY_THE_SIGNER = "certificate before its batches";
const cases = BAD_CERTIFICATES.filter(
  ([name, code, changes]) =>
    CODES.has(code) &&
    name !== SET_BY_THE_SIGNER &&
    Object.keys(changes).every((change) => IN_ORDERS.has(change)),
);

let signer: Awaited<ReturnType<typeof startTestSigner>>;
let deployment: TestDeployment;
beforeAll(async () => {
  signer = await startTestSigner();
  deployment = { ...createTestDeployment(), keysOf: signer.testTrust.keysOf };
});

function orderWith(changes: Changes): CertificateOrder {
  const { signable } = testIssued(deployment, changes);
  const { type: _type, protocol_version: _version, issuer: _issuer, ...rest } = signable;
  const { environment: _environment, issued_at: _issued, manifest: _manifest, ...order } = rest;
  return order;
}

const decided = async (outcome: string) => {
  const { text } = await request(signer.signer.opsApp).get("/metrics");
  const line = new RegExp(
    `^veil_certificate_decisions_total{.*outcome="${outcome}".*} (\\d+)$`,
    "m",
  );
  return Number(line.exec(text)?.[1] ?? 0);
};

describe("An order is refused with the code of the first verification step that fails", () => {
  test("The test cases have at least one order for each code", () => {
    expect(new Set(cases.map(([, code]) => code))).toEqual(CODES);
  });

  test.each(cases)("An order is refused: %s: %s", async (_name, code, changes) => {
    expect(await signer.sign(orderWith(changes))).toEqual([{ refused: code }]);
  });

  test("A refusal is counted and logged, without any value from the order", async () => {
    const before = await decided("refused");
    const results = await signer.sign({ ...orderWith({}), status: "failed" });
    expect(results).toEqual([{ refused: "response_mismatch" }]);
    expect(await decided("refused")).toBe(before + 1);
    const line = signer.lines.findLast((text) => text.includes('"certificate_refused"')) ?? "{}";
    const { requestId: request_id } = TEST_CALL;
    expect(JSON.parse(line)).toMatchObject({ request_id, reason: "response_mismatch" });
    for (const value of [...TEST_CALL.texts, ...TEST_CALL.sanitised, TEST_CALL.customerId])
      expect(signer.lines.join("")).not.toContain(value);
  });
});

test("When one order of a request is refused, then the other orders are signed, and the results keep the order of the request", async () => {
  const good = testOrder(signer.testTrust);
  const bad: CertificateOrder = { ...good, status: "failed" };
  const before = await decided("signed");
  const [first, refused, last] = await signer.sign(good, bad, good);
  expect(first).toMatchObject({
    certificate: { signable: { ...good, issued_at: TEST_TIMES.issue } },
  });
  expect(refused).toEqual({ refused: "response_mismatch" });
  const placeOf = (result: typeof first) =>
    result !== undefined && "certificate" in result ? result.certificate.place : undefined;
  expect([placeOf(first)?.index, placeOf(last)?.index]).toEqual([0, 2]);
  expect(placeOf(last)).toMatchObject({ size: 4, root: placeOf(first)?.root });
  expect(await decided("signed")).toBe(before + 2);
});

test("When a component's clock is up to a minute ahead, then the certificate has the component's time; when it is further ahead, then the order is refused", async () => {
  const order = testOrder(signer.testTrust);
  const { ms } = signer.clock;
  signer.clock.ms = Date.parse(TEST_TIMES.batch) - 60_000;
  const [near] = await signer.sign(order);
  signer.clock.ms -= 1_000;
  const [far] = await signer.sign(order);
  signer.clock.ms = ms;
  expect(near).toMatchObject({ certificate: { signable: { issued_at: TEST_TIMES.batch } } });
  expect(far).toEqual({ refused: "wrong_time" });
});

test("When the same order is sent twice, then it is signed twice, and the manifest file does not change", async () => {
  const kept = await readFile(signer.manifestFile, "utf8");
  const order = testOrder(signer.testTrust);
  const [first, again] = [await signer.sign(order), await signer.sign(order)];
  expect(again).toEqual(first);
  expect(await readFile(signer.manifestFile, "utf8")).toBe(kept);
});

describe("Refused bodies", () => {
  const orders = (count: number, change = {}) => {
    const { batches, orders: [order] = [] } = packOrders([
      { ...testOrder(signer.testTrust), salts: TEST_SALTS },
    ]);
    return { batches, orders: Array.from({ length: count }, () => ({ ...order, ...change })) };
  };

  test.each<[string, () => string | object, string]>([
    ["without orders", () => orders(0), "invalid_field"],
    ["with more than 256 orders", () => orders(257), "invalid_field"],
    [
      "with an unknown member in an order",
      () => orders(1, { customer_id: "cus_1" }),
      "invalid_field",
    ],
    ["without claims", () => orders(1, { claims: [] }), "invalid_field"],
    [
      "with a claim whose batch is missing",
      () => ({ ...orders(1), batches: orders(1).batches.slice(1) }),
      "invalid_field",
    ],
    ["that is not JSON", () => "{", "invalid_json"],
    [
      "larger than 16 MB",
      () => `{"orders":[],"x":"${"x".repeat(16 * 1024 * 1024)}"}`,
      "request_too_large",
    ],
  ])("POST /certificates refuses a body %s", async (_what, sent, code) => {
    const { status, body } = await signer.post(sent());
    expect([status, body.error]).toEqual([400, code]);
  });

  test("POST /certificates responds 403 to another service, and 401 without a credential", async () => {
    expect((await signer.post(orders(1), "inference-worker")).status).toBe(403);
    const anonymous = request(signer.signer.app).post("/certificates");
    expect((await anonymous.send(orders(1))).status).toBe(401);
  });
});
