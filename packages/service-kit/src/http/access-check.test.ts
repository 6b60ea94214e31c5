import { expect, test } from "@jest/globals";
import { createTestTrust } from "@veil/testing";
import request from "supertest";
import { createMetrics, silentLogger } from "../telemetry/index.ts";
import { accessCheckRoutes, credentialRoutes } from "./access-check.ts";
import { createTokenIssuer } from "./client/token-issuer.ts";
import { createInternalApp } from "./internal-app.ts";

const { trust, keysOf } = createTestTrust();

function serve(service: "bridge" | "inference-worker") {
  const metrics = createMetrics("test");
  return createInternalApp(
    { service, allowed: ["edge-gateway"], trust, log: silentLogger, metrics },
    accessCheckRoutes(),
    credentialRoutes(createTokenIssuer(keysOf(service))),
  );
}

async function gatewayToken(audience: string) {
  return `Bearer ${await createTokenIssuer(keysOf("edge-gateway")).tokenFor(audience)}`;
}

test("Sandbox B refuses a token that Sandbox A issued to the probe", async () => {
  const [bridge, worker] = [serve("bridge"), serve("inference-worker")];
  const lent = await request(bridge)
    .post("/credential")
    .set("authorization", await gatewayToken("bridge"))
    .send({ audience: "inference-worker" });
  expect(lent.status).toBe(200);

  const refused = await request(worker)
    .get("/door")
    .set("authorization", `Bearer ${lent.body.token}`);
  expect([refused.status, refused.body.error]).toEqual([403, "caller_not_allowed"]);

  const own = await gatewayToken("inference-worker");
  expect((await request(worker).get("/door").set("authorization", own)).status).toBe(204);
});

test("A request to /credential without a token gets 401", async () => {
  const response = await request(serve("bridge")).post("/credential").send({ audience: "audit" });
  expect([response.status, response.body.error]).toEqual([401, "caller_not_authenticated"]);
});

test.each([{ audience: "mallory" }, { audience: "" }, { audience: "audit", extra: 1 }])(
  "A request to /credential with the body %j gets 400, and the response does not repeat the audience",
  async (body) => {
    const response = await request(serve("bridge"))
      .post("/credential")
      .set("authorization", await gatewayToken("bridge"))
      .send(body);
    expect([response.status, response.body.error]).toEqual([400, "invalid_field"]);
    expect(response.text).not.toContain("mallory");
  },
);
