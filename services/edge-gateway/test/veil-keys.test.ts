import { expect, test } from "@jest/globals";
import request from "supertest";
import { startTestGateway } from "./support/test-gateway.ts";

test("GET /.well-known/veil-keys.json leaves the signed part as it is and says when it was served", async () => {
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
