import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { ServiceName } from "@veil/crypto";
import { createTokenIssuer, type Service } from "@veil/service-kit/http";
import { createLogger } from "@veil/service-kit/telemetry";
import { createTestTrust, until, withKeyFiles } from "@veil/testing";
import request from "supertest";
import { createBridge } from "../src/bridge.ts";
import { readConfig } from "../src/config.ts";
import { newKeyRingFile } from "./key-ring-file.ts";

const testTrust = createTestTrust();
const CUSTOMER = "cus_0123456789abcdef0123456789abcdef";
const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";

const UNUSABLE = "/secret/place/ring.json";

let lines: string[];
let bridge: Service;
beforeEach(async () => {
  lines = [];
  bridge = bridgeOn(newKeyRingFile());
  await bridge.start();
});
afterEach(() => bridge.stop());

function bridgeOn(BRIDGE_KEY_RING_FILE: string): Service {
  const config = withKeyFiles(testTrust, "bridge", (files) =>
    readConfig({ ...files, BRIDGE_KEY_RING_FILE }),
  );
  const destination = { write: (line: string) => void lines.push(line) };
  const options = { service: "bridge", level: "debug", timePrecision: "second" } as const;
  return createBridge(config, { log: createLogger({ ...options, destination }) });
}

const ID = `tok_${"0".repeat(31)}1`;
const idsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => `tok_${at.toString(16).padStart(32, "0")}`);
const ORDER = { customer_id: CUSTOMER, token_request_ids: [ID] };

const tokenOf = (service: ServiceName) =>
  createTokenIssuer(testTrust.keysOf(service)).tokenFor("bridge");

async function post(body: object, { app } = bridge) {
  return request(app)
    .post("/tokens")
    .auth(await tokenOf("edge-gateway"), { type: "bearer" })
    .set("x-request-id", ID)
    .set("traceparent", `00-${TRACE_ID}-b7ad6b7169203331-01`)
    .send(body);
}

describe("POST /tokens", () => {
  // @spec SVC-5
  test("When the gateway requests a token for a customer, then it gets a different token each time", async () => {
    const [first, second] = [await post(ORDER), await post(ORDER)];
    expect(first.status).toBe(200);
    expect(first.body).toEqual({ tokens: [expect.stringMatching(/^[A-Za-z0-9_-]{222}$/)] });
    expect(second.body.tokens).not.toEqual(first.body.tokens);
    expect(first.get("x-request-id")).toBe(ID);
    expect(first.get("etag")).toBeUndefined();
  });

  test("When the gateway requests sixteen tokens for a customer, then each token has a different nonce", async () => {
    const { body } = await post({ ...ORDER, token_request_ids: idsOf(16) });
    const nonces = (body.tokens as string[]).map((token) =>
      Buffer.from(token, "base64url").toString("hex", 9, 21),
    );
    expect(new Set(nonces).size).toBe(16);
  });

  test.each([
    [{}, "missing_field"],
    [{ customer_id: CUSTOMER }, "missing_field"],
    [{ ...ORDER, token_request_ids: [] }, "invalid_field"],
    [{ ...ORDER, token_request_ids: idsOf(17) }, "invalid_field"],
    [{ ...ORDER, token_request_ids: [ID, ID] }, "invalid_field"],
    [{ ...ORDER, token_request_ids: ["job_1"] }, "invalid_field"],
    [{ ...ORDER, customer_id: "" }, "invalid_field"],
    [{ ...ORDER, customer_id: 7 }, "invalid_field"],
    [{ ...ORDER, customer_id: "x".repeat(129) }, "invalid_field"],
    [{ ...ORDER, customer_id: "ü".repeat(128) }, "invalid_field"],
    [{ ...ORDER, context: { name: "Ann" } }, "invalid_field"],
    [{ ...ORDER, prompt_template: "Hello" }, "invalid_field"],
    [[], "invalid_field"],
  ])("When the body of POST /tokens is %j, then the bridge responds 400 %s", async (body, code) => {
    const response = await post(body);
    expect([response.status, response.body.error]).toEqual([400, code]);
    expect(response.text).not.toMatch(/cus_|Ann|Hello/);
  });

  test("When there is no usable key, then POST /tokens responds 500 without the reason, and the bridge is not ready", async () => {
    const unusable = bridgeOn(UNUSABLE);
    const response = await post(ORDER, unusable);
    expect([response.status, response.body.error]).toEqual([500, "internal_error"]);
    expect(response.text + lines.join("")).not.toContain("secret");
    const ready = await request(unusable.opsApp).get("/ready");
    expect([ready.status, ready.body.checks]).toEqual([503, [{ name: "key_ring", ok: false }]]);
  });

  test("When there is no usable key, then the bridge does not start", async () => {
    await expect(bridgeOn(UNUSABLE).start()).rejects.toThrow(UNUSABLE);
  });
});

describe("The bridge's access check", () => {
  test.each<ServiceName>(["bridge", "sanitiser", "inference-worker", "audit", "veil-signer"])(
    "When %s calls with its own credential, then the bridge responds 403 on every path",
    async (service) => {
      const token = await tokenOf(service);
      for (const path of ["/tokens", "/claims/sign", "/door", "/credential", "/nowhere"]) {
        const response = await request(bridge.app)
          .post(path)
          .auth(token, { type: "bearer" })
          .send({});
        expect([path, response.status]).toEqual([path, 403]);
      }
    },
  );

  test("When a caller sends no credential, then the bridge responds 401", async () => {
    const response = await request(bridge.app).post("/tokens").send(ORDER);
    expect([response.status, response.body.error]).toEqual([401, "caller_not_authenticated"]);
  });

  test("No route turns a token back into a customer id", async () => {
    const [token] = (await post(ORDER)).body.tokens;
    const bearer = await tokenOf("edge-gateway");
    for (const path of [`/tokens/${token}`, "/tokens/open", "/customers", "/keys"]) {
      const response = await request(bridge.app).get(path).auth(bearer, { type: "bearer" });
      expect([path, response.status]).toEqual([path, 404]);
    }
    const read = await request(bridge.app).get("/tokens").auth(bearer, { type: "bearer" });
    expect([read.status, read.get("allow")]).toEqual([405, "POST"]);
  });

  test("The gateway can call the isolation probe's routes, and receives a credential of the bridge", async () => {
    const { app } = bridge;
    const bearer = await tokenOf("edge-gateway");
    expect((await request(app).get("/door").auth(bearer, { type: "bearer" })).status).toBe(204);
    const lent = await request(app)
      .post("/credential")
      .auth(bearer, { type: "bearer" })
      .send({ audience: "inference-worker" });
    expect(lent.body.token).toMatch(/^ey/);
  });
});

describe("The bridge's log and metrics", () => {
  test("The log contains the request id and whole-second times, but no customer id, token or trace id", async () => {
    const [token] = (await post(ORDER)).body.tokens;
    await post({ ...ORDER, [CUSTOMER]: 1 });
    await until("all lines are logged", () => lines.length === 3);
    const log = lines.join("");
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ event: "token_made", request_id: ID });
    expect(JSON.parse(lines[1] ?? "")).toMatchObject({
      request_id: ID,
      route: "/tokens",
      status: 200,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
    for (const secret of [CUSTOMER, token, TRACE_ID]) expect(log).not.toContain(secret);
  });

  test("The metrics contain no customer id, request id or trace id", async () => {
    await post(ORDER);
    const { text } = await request(bridge.opsApp).get("/metrics");
    expect(text).toContain('route="/tokens"');
    for (const secret of [CUSTOMER, ID, TRACE_ID]) expect(text).not.toContain(secret);
  });
});

test("GET /invariant returns the bridge's zone, allowed callers and connections, and GET /ready returns ready", async () => {
  expect((await request(bridge.opsApp).get("/invariant")).body).toEqual({
    service: "bridge",
    zone: "identity",
    allowed_callers: ["edge-gateway"],
    opens_connections_to: [],
  });
  expect((await request(bridge.opsApp).get("/ready")).body.status).toBe("ready");
});
