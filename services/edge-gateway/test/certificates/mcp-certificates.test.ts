import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { IsolationCertificate } from "@veil/contracts/certificate";
import { describeWithServer } from "@veil/testing";
import { createTestDeployment } from "@veil/testing/certificates";
import request from "supertest";
import { testEvent } from "../support/admission.ts";
import { storeIssued } from "../support/issued-certificate.ts";
import { MCP_PATH } from "../support/mcp-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const idOf = (digit: string) => `req_${digit.repeat(32)}`;
const [ISSUED, PENDING, REFUSED] = [idOf("1"), idOf("2"), idOf("3")];
const deployment = createTestDeployment();
let certificate: IsolationCertificate;
let file: string;

let gateway: TestGateway;
let pro: string;
let free: string;
beforeAll(async () => {
  const signer = { ...deployment.manifest, served_at: "2026-01-04T00:00:00Z" };
  gateway = await startTestGateway({ VEIL_ENABLED: "true" }, { signer });
  const { apiKey, customerId } = await gateway.provision();
  pro = apiKey;
  ({ apiKey: free } = await gateway.provision({ tier: "free" }));
  const box = { record: Buffer.alloc(60), openingsKeyBox: Buffer.alloc(60) };
  const { certificates } = gateway.stores;
  for (const requestId of [PENDING, REFUSED])
    await certificates.add(customerId, {
      ...{ requestId, ...box, openings: Buffer.alloc(60), leaseMs: 0 },
    });
  const refused = { requestId: REFUSED, refused: "edge_mismatch", event: testEvent() };
  await certificates.refuse([refused]);
  await storeIssued({ certificates, customerId, deployment, requestId: ISSUED });
  const { text, body } = await request(gateway.app)
    .get(`/api/v1/veil/certificate/${ISSUED}`)
    .set("x-api-key", pro);
  certificate = body;
  file = text;
});
afterAll(() => gateway.close());

const send = (apiKey: string, method: string, params: object = {}, app = gateway.app) =>
  request(app)
    .post(MCP_PATH)
    .set("x-api-key", apiKey)
    .send({ jsonrpc: "2.0", id: 1, method, params });
const call = async (apiKey: string, name: string, given: object) =>
  (await send(apiKey, "tools/call", { name, arguments: given })).body.result;

describeWithServer("postgres", "Certificates through MCP", () => {
  // @spec DEC-2
  test("get_certificate returns the whole certificate to a paying customer, and the public summary to others", async () => {
    const whole = await call(pro, "get_certificate", { request_id: ISSUED });
    expect(whole.structuredContent).toEqual({ certificate });
    expect(JSON.parse(whole.content[0].text)).toEqual(whole.structuredContent);
    const short = await call(free, "get_certificate", { request_id: ISSUED });
    expect(short.structuredContent).toMatchObject({
      public_summary: { status: "issued", summary: { request_id: ISSUED }, in_log: false },
    });
    for (const { claim } of certificate.signable.claims.slice(1))
      expect(short.content[0].text).not.toContain(claim.leg_id);
  });

  test.each([
    ["is being made", PENDING, /^certificate_not_found: .*being made\. Try again in 2 s\./],
    ["was refused by the signer", REFUSED, /^certificate_not_found: .*The signer refused it/],
    [
      "does not exist",
      idOf("9"),
      /^certificate_not_found: There is no such certificate\. Request:/,
    ],
    ["is requested with an invalid request id", "x", /^certificate_not_found: /],
  ])(
    "When a certificate %s, then get_certificate and verify_certificate return an error with that reason",
    async (_what, id, text) => {
      for (const tool of ["get_certificate", "verify_certificate"]) {
        const refused = await call(pro, tool, { request_id: id });
        expect([refused.isError, refused.content[0].text]).toEqual([
          true,
          expect.stringMatching(text),
        ]);
      }
    },
  );

  test("get_certificate and verify_certificate report another customer's certificate as not found", async () => {
    const { apiKey } = await gateway.provision();
    for (const tool of ["get_certificate", "verify_certificate"])
      expect((await call(apiKey, tool, { request_id: ISSUED })).content[0].text).toMatch(
        /^certificate_not_found: There is no such certificate/,
      );
  });

  // @spec DEC-2
  test("verify_certificate runs every step and states that the result relies on the operator", async () => {
    for (const given of [{ request_id: ISSUED }, { certificate }, { certificate: file }]) {
      const { structuredContent: found, content } = await call(pro, "verify_certificate", given);
      expect(found).toMatchObject({ valid: true, request_id: ISSUED, manifest_version: 1 });
      expect(found.steps).toHaveLength(23);
      expect(
        found.steps.filter(({ result }: { result: string }) => result === "holds"),
      ).toHaveLength(20);
      for (const text of [found.notice, content[0].text]) {
        expect(text).toMatch(/word of the gateway's own operator/);
        expect(text).toMatch(/`veil verify`, run offline with a pinned key/);
      }
    }
  });

  test("verify_certificate returns an invalid certificate as a result with the code and the step, not as an error", async () => {
    const changed = structuredClone(certificate);
    changed.signable.redaction_count += 1;
    const { isError, structuredContent, content } = await call(free, "verify_certificate", {
      certificate: changed,
    });
    expect(isError).toBeUndefined();
    expect(structuredContent).toMatchObject({ valid: false, code: "bad_signature" });
    const results = structuredContent.steps.map(({ result }: { result: string }) => result);
    expect(results.slice(0, 7)).toEqual([...Array(5).fill("holds"), "fails", "not_checked"]);
    expect(content[0].text).toMatch(/^NOT VALID \(bad_signature\)\. Step 6 does not hold/);
    for (const [given, code] of [
      [file.replace('"attempts":1', '"attempts":1.0'), "malformed"],
      ["no JSON", "malformed"],
      [{}, "unsupported_version"],
    ] as const) {
      const found = await call(free, "verify_certificate", { certificate: given });
      expect(found.structuredContent).toMatchObject({ valid: false, code });
    }
  });

  test.each([
    [{}, "invalid_field"],
    [{ request_id: ISSUED, certificate: {} }, "invalid_field"],
    [{ certificate: "x".repeat(524_289) }, "invalid_field"],
    [{ certificate: { text: "x".repeat(524_289) } }, "invalid_field"],
    [{ certificate: 1 }, "invalid_field"],
    [{ request_id: "x".repeat(65) }, "invalid_field"],
  ])("verify_certificate refuses invalid arguments", async (given, code) => {
    const refused = await call(pro, "verify_certificate", given);
    expect([refused.isError, refused.content[0].text.split(":")[0]]).toEqual([true, code]);
  });

  test("When VEIL_ENABLED is false, then the certificate tools are not listed and cannot be called", async () => {
    const off = await gateway.replica({ VEIL_ENABLED: "false" });
    const listed = await send(pro, "tools/list", {}, off.app);
    expect(listed.text).not.toContain("certificate");
    for (const name of ["get_certificate", "verify_certificate"]) {
      const params = { name, arguments: { request_id: ISSUED } };
      expect((await send(pro, "tools/call", params, off.app)).body.error.code).toBe(-32_602);
    }
    await off.close();
    const on = await send(pro, "tools/list");
    expect(on.body.result.tools.map(({ name }: { name: string }) => name).slice(3)).toEqual([
      "get_certificate",
      "verify_certificate",
    ]);
  });
});
