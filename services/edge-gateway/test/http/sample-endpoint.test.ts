import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Operation } from "@veil/contracts/openapi";
import { checked } from "@veil/contracts/parsing";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { Type } from "typebox";
import type { GatewayOverrides } from "../../src/gateway.ts";
import { callerOf } from "../../src/modules/accounts/http.ts";
import { freshEmail } from "../support/fresh.ts";
import { codeOf } from "../support/native-client.ts";
import { OWN_ORIGIN, sessionOf } from "../support/session-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const PER_MINUTE = 3;
const PATH = "/api/v1/account/greetings";

// From here to the end of `module`: the code that CONTRIBUTING.md says to add for a new endpoint.
const GreetingRequest = Type.Object(
  { name: Type.String({ minLength: 1 }) },
  { additionalProperties: false },
);
const GreetingResponse = Type.Object({ greeting: Type.String() }, { additionalProperties: false });

const operation: Operation = {
  method: "post",
  path: PATH,
  id: "createGreeting",
  tag: "Account",
  summary: "Greets someone in the name of the customer",
  access: "key or session",
  tier: { atLeast: "pro", hint: "Greet them yourself" },
  body: { schema: GreetingRequest, example: { name: "Ann" } },
  answers: { 201: { description: "The greeting", schema: GreetingResponse } },
  errors: [],
};

const parse = checked(GreetingRequest);

const module: GatewayOverrides["module"] = {
  operations: [operation],
  serves: {
    createGreeting(req, res) {
      const { name } = parse(req.body);
      res.status(201).json({ greeting: `Hello ${name}, from ${callerOf(res).tier}` });
    },
  },
};

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ ACCOUNT_CALLS_PER_MINUTE: String(PER_MINUTE) }, { module });
});
afterAll(() => gateway.close());

const keyOf = async (order: Parameters<TestGateway["provision"]>[0] = {}) =>
  (await gateway.provision(order)).apiKey;

const send = (headers: Record<string, string>, body: object = { name: "Ann" }) =>
  request(gateway.app).post(PATH).set(headers).send(body);

describeWithServer(
  "postgres",
  "A sample endpoint: a row of the table and a handler of a module",
  () => {
    test("the sample endpoint responds to callers that its row admits, by key and by session", async () => {
      const key = await keyOf();
      const cookie = await sessionOf(gateway, { api_key: key });
      for (const headers of [{ "x-api-key": key }, { cookie, origin: OWN_ORIGIN }]) {
        const { status, body } = await send(headers);
        expect([status, body]).toEqual([201, { greeting: "Hello Ann, from pro" }]);
      }
    });

    test("the sample endpoint refuses all other callers before it reads the body", async () => {
      const ended = { licenseExpiresAt: new Date("2020-01-31") };
      const refused = [
        [{}, [401, "missing_api_key"]],
        [{ "x-api-key": "svc_none" }, [401, "invalid_api_key"]],
        [
          { cookie: "svc_session=none", origin: "https://evil.example" },
          [403, "origin_not_allowed"],
        ],
        [{ "x-api-key": await keyOf(ended) }, [403, "license_expired"]],
        [{ "x-api-key": await keyOf({ tier: "free" }) }, [403, "tier_insufficient"]],
        [
          { "x-api-key": await keyOf({ family: "gw_live", developer: true }) },
          [403, "tier_insufficient"],
        ],
      ] as const;
      for (const [headers, expected] of refused)
        expect(codeOf(await send(headers, { surprise: 1 }))).toEqual(expected);
      const free = await send({ "x-api-key": await keyOf({ tier: "free" }) });
      expect(free.body.hint).toBe("Greet them yourself");
    });

    test("the sample endpoint accepts only bodies that match its schema and the size limit of its row", async () => {
      const headers = { "x-api-key": await keyOf() };
      expect(codeOf(await send(headers, {}))).toEqual([400, "missing_field"]);
      expect(codeOf(await send(headers, { name: "Ann", surprise: 1 }))).toEqual([
        400,
        "invalid_field",
      ]);
      const large = { name: "a".repeat(64 * 1024) };
      expect(codeOf(await send(headers, large))).toEqual([400, "request_too_large"]);
    });

    test("calls of the sample endpoint count towards the limit on the customer's calls", async () => {
      const email = freshEmail();
      const [first, second] = [await keyOf({ email }), await keyOf({ email })];
      for (let count = 0; count < PER_MINUTE; count++)
        expect((await send({ "x-api-key": first })).status).toBe(201);
      expect(codeOf(await send({ "x-api-key": second }))).toEqual([429, "rate_limited"]);
    });

    test("the sample endpoint refuses other methods and is in the OpenAPI document", async () => {
      const { status, headers } = await request(gateway.app).get(PATH);
      expect([status, headers["allow"]]).toEqual([405, "POST"]);
      const { body: document } = await request(gateway.app).get("/openapi.json");
      const described = document.paths[PATH].post;
      expect(described.operationId).toBe("createGreeting");
      expect(described.security).toEqual([{ apiKey: [] }, { bearer: [] }, { session: [] }]);
      expect(Object.keys(described.responses)).toEqual(
        expect.arrayContaining(["201", "400", "401", "403", "429", "503"]),
      );
    });
  },
);
