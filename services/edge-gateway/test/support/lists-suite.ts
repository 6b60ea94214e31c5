import { afterAll, beforeAll, beforeEach, expect } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import { EntityListSummary } from "@veil/contracts/public/entity-lists";
import request from "supertest";
import { startTestGateway, type TestGateway } from "./test-gateway.ts";

export const LISTS_PATH = "/api/v1/account/entity-lists";
export const DENY = {
  kind: "deny",
  entries: [{ value: "Projekt Falke" }, { value: "Adler" }],
} as const;

export type Method = "get" | "post" | "put" | "delete" | "patch";

const parse = checked(EntityListSummary);

export function openListsSuite() {
  const clock = { ms: Math.floor(Date.now() / 1_000) * 1_000 };
  let gateway: TestGateway;
  let key = "";
  const customer = (tier: "free" | "pro" = "free") => gateway.provision({ tier });
  beforeAll(async () => {
    const settings = { ACCOUNT_CALLS_PER_MINUTE: "1000000" };
    gateway = await startTestGateway(settings, { nowMs: () => clock.ms });
  });
  afterAll(() => gateway.close());
  beforeEach(async () => {
    key = (await customer()).apiKey;
  });

  const call = (method: Method, path: string, body?: object | string, apiKey = key) => {
    const sent = request(gateway.app)[method](path).set("x-api-key", apiKey);
    return body === undefined ? sent : sent.type("json").send(body);
  };
  return {
    gateway: () => gateway,
    clock,
    customer,
    key: () => key,
    call,
    async created(content: object = DENY, apiKey = key): Promise<string> {
      const reply = await call("post", LISTS_PATH, content, apiKey);
      expect(reply.status).toBe(201);
      return parse(reply.body).list_id;
    },
  };
}
