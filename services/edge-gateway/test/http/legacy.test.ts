import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import { GoneResponse } from "@veil/contracts/public/error";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { LEGACY_PATHS } from "../../src/api/unknown-path.ts";
import { codeOf } from "../support/native-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const MIGRATION = "https://gateway.example/docs";
const METHODS = ["get", "post", "put", "patch", "delete", "options"] as const;

const parse = checked(GoneResponse);

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ PUBLIC_BASE_URL: "https://gateway.example" });
});
afterAll(() => gateway.close());

describeWithServer("postgres", "Legacy paths", () => {
  test.each(LEGACY_PATHS)(
    "Every method at and below %s gets 410 with the replacement",
    async (path) => {
      for (const method of METHODS)
        for (const place of [path, `${path}/1`]) {
          const { status, body, type } = await request(gateway.app)[method](place);
          expect([method, status, type]).toEqual([method, 410, "application/json"]);
          expect(parse(body).migration).toBe(MIGRATION);
          expect(body.error).toMatch(/^This endpoint has been removed\. Use (GET|POST) \//);
        }
      expect((await request(gateway.app).head(path)).status).toBe(410);
    },
  );

  // @spec END-6
  test("When LEGACY_PATHS lists other paths, then those get 410, except existing endpoints", async () => {
    const other = await gateway.replica({
      LEGACY_PATHS: "/api/v0,/api/v1/usage",
      LEGACY_MIGRATION_URL: "https://docs.example/migration",
    });
    const { status, body } = await request(other.app).post("/api/v0/anything");
    expect([status, body]).toEqual([
      410,
      { error: "This endpoint has been removed.", migration: "https://docs.example/migration" },
    ]);
    expect(codeOf(await request(other.app).get("/api/v1/usage"))).toEqual([401, "missing_api_key"]);
    expect(codeOf(await request(other.app).get("/api/v1/infer"))).toEqual([404, "not_found"]);
    await other.close();
  });
});
