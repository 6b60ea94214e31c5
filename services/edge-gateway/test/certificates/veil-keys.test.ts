import { expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { startTestGateway } from "../support/test-gateway.ts";

describeWithServer("postgres", "The key manifest", () => {
  test("GET /.well-known/veil-keys.json returns the signed part unchanged, with the time at which it was served", async () => {
    const manifest = {
      issuer: "veil.example",
      version: 1,
      supported_protocol_versions: [1],
      keys: [],
      signed_at: "2026-11-21T08:00:00Z",
      signature: "cd".repeat(64),
      signing_key_id: "k",
      signing_algorithm: "Ed25519" as const,
      served_at: "2026-11-21T08:00:01Z",
    };
    const clock = { ms: Date.parse("2026-11-21T09:00:00Z") };
    const gateway = await startTestGateway({}, { nowMs: () => clock.ms, signer: manifest });
    const first = await request(gateway.app).get("/.well-known/veil-keys.json");
    expect(first.body).toEqual({ ...manifest, served_at: "2026-11-21T09:00:00.000Z" });
    clock.ms += 1_000;
    const second = await request(gateway.app).get("/.well-known/veil-keys.json");
    expect(second.body.served_at).toBe("2026-11-21T09:00:01.000Z");
    await gateway.close();
  });

  // @spec KEYS-12
  test("When the signer is down and the gateway has no copy, then GET /.well-known/veil-keys.json responds 503 veil_unavailable", async () => {
    const gateway = await startTestGateway({ SIGNER_URL: "http://127.0.0.1:1" });
    const { status, body, headers } = await request(gateway.app).get("/.well-known/veil-keys.json");
    expect([status, body]).toEqual([
      503,
      {
        error: "veil_unavailable",
        message: expect.any(String),
        retry_after_seconds: 5,
        request_id: headers["x-request-id"],
      },
    ]);
    expect(headers["retry-after"]).toBe("5");
    await gateway.close();
  });
});
