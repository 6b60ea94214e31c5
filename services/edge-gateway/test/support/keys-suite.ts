import { afterAll, beforeAll, beforeEach, expect } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import {
  IssuedKeyResponse,
  KeysResponse,
  RevokedKeyResponse,
  RotatedKeyResponse,
} from "@veil/contracts/public/keys";
import request from "supertest";
import type { Served } from "./register-client.ts";
import { startTestGateway, type TestGateway } from "./test-gateway.ts";

export const KEYS_PATH = "/api/v1/account/keys";

const parse = {
  all: checked(KeysResponse),
  issued: checked(IssuedKeyResponse),
  rotated: checked(RotatedKeyResponse),
  revoked: checked(RevokedKeyResponse),
};

/** Opens a gateway, and creates a new customer with the tier pro before each test. */
export function openKeysSuite(settings: Readonly<Record<string, string>> = {}) {
  const startMs = Math.floor(Date.now() / 1_000) * 1_000;
  const clock = { ms: startMs };
  const own = { apiKey: "", keyId: "", customerId: "" };
  let gateway: TestGateway;
  beforeAll(async () => {
    const patient = { ACCOUNT_CALLS_PER_MINUTE: "10000", ...settings };
    gateway = await startTestGateway(patient, { nowMs: () => clock.ms });
  });
  afterAll(() => gateway.close());
  beforeEach(async () => {
    clock.ms = startMs;
    Object.assign(own, await gateway.provision());
    const older = "update api_keys set created_at = $2 where key_id = $1";
    await gateway.database.owner.execute(older, [own.keyId, new Date(startMs - 1)]);
  });

  const send = (
    method: "get" | "post" | "patch" | "delete",
    path = KEYS_PATH,
    key = own.apiKey,
    on: Served = gateway,
  ) => request(on.app)[method](path).set("x-api-key", key);
  const answered = async (sent: request.Test, expected: number) => {
    const { status, body } = await sent;
    expect([status, body.error]).toEqual([expected, undefined]);
    return body as unknown;
  };
  const revoke = (id: string, key = own.apiKey) => send("delete", `${KEYS_PATH}/${id}`, key);

  return {
    startMs,
    clock,
    own,
    gateway: () => gateway,
    send,
    isValid: async (key: string, on: Served = gateway) =>
      (await send("get", "/api/v1/usage", key, on)).status === 200,
    list: async (key = own.apiKey) =>
      parse.all(await answered(send("get", KEYS_PATH, key), 200)).keys,
    issue: async (order: object = {}, key = own.apiKey) =>
      parse.issued(await answered(send("post", KEYS_PATH, key).send(order), 201)),
    rotate: async (id = own.keyId, order: object = {}, key = own.apiKey) =>
      parse.rotated(
        await answered(send("post", `${KEYS_PATH}/${id}/rotate`, key).send(order), 201),
      ),
    revoke,
    revoked: async (id: string, key = own.apiKey) =>
      parse.revoked(await answered(revoke(id, key), 200)),
    keyEvents: async () =>
      (await gateway.events())
        .filter(
          ({ actor, event_type }) => actor === own.customerId && event_type.startsWith("KEY_"),
        )
        .map(({ event_type, payload }) => [event_type, payload]),
  };
}
