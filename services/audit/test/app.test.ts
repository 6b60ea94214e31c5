import { describe, expect, test } from "@jest/globals";
import type { ServiceName } from "@veil/crypto";
import request from "supertest";
import { createTestAudit, tokenOf } from "./test-audit.ts";

const { app } = createTestAudit();

describe("The audit service's access check", () => {
  test("When a caller sends no credential, then every path responds 401", async () => {
    for (const path of ["/door", "/nowhere"])
      expect((await request(app).get(path)).body).toMatchObject({
        error: "caller_not_authenticated",
      });
  });

  test.each<ServiceName>(["bridge", "sanitiser", "inference-worker", "veil-signer", "audit"])(
    "When %s calls, then the audit service responds 403",
    async (service) => {
      const response = await request(app)
        .get("/door")
        .auth(await tokenOf(service), { type: "bearer" });

      expect(response.status).toBe(403);
      expect(response.body).toMatchObject({ error: "caller_not_allowed" });
    },
  );

  test("When the gateway calls, then it has access, and an unknown path responds 404 with a JSON error", async () => {
    const token = await tokenOf("edge-gateway");

    expect((await request(app).get("/door").auth(token, { type: "bearer" })).status).toBe(204);
    for (const path of ["/nowhere", "/credential"])
      expect((await request(app).post(path).auth(token, { type: "bearer" })).status).toBe(404);
    const unknown = await request(app).get("/nowhere").auth(token, { type: "bearer" });
    expect(unknown.status).toBe(404);
    expect(unknown.body).toMatchObject({ error: "not_found" });
  });
});
