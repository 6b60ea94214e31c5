import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Validator } from "@seriousme/openapi-schema-validator";
import { ERROR_STATUS } from "@veil/contracts/errors";
import { errorsOf, OPERATIONS, type Operation } from "@veil/contracts/openapi";
import { checked } from "@veil/contracts/parsing";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { createAnswerCheck } from "../support/answer-check.ts";
import { registeredEndpoints } from "../support/registered-endpoints.ts";
import { OWN_ORIGIN } from "../support/session-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

/** The description itself, and the pages for people. */
const OF_THE_DOCUMENT = /^GET \/(openapi\.json|docs(\/.*)?)?$/;

/** Without credentials, and with the cookie of no session. */
const REFUSALS: Readonly<Record<Operation["access"], readonly [string, string]>> = {
  none: ["admitted", "admitted"],
  key: ["missing_api_key", "missing_api_key"],
  session: ["session_required", "session_required"],
  "key or session": ["missing_api_key", "session_required"],
  admin: ["admin_unauthorized", "admin_unauthorized"],
  website: ["website_unauthorized", "website_unauthorized"],
};

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ VEIL_ENABLED: "true" });
});
afterAll(() => gateway.close());

const get = (path: string) => request(gateway.app).get(path);

describeWithServer("postgres", "GET /openapi.json", () => {
  // @spec VER-1
  test("is valid OpenAPI 3.1 of interface version 1.0", async () => {
    const { status, body } = await get("/openapi.json");
    expect(status).toBe(200);
    expect(await new Validator().validate(body)).toMatchObject({ valid: true });
    expect(body).toMatchObject({ openapi: "3.1.1", info: { version: "1.0" } });
  });

  test("describes every route of the app, and no other", async () => {
    const described = OPERATIONS.map(
      ({ method, path }) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`,
    );
    const registered = registeredEndpoints(gateway.app);
    expect(described.toSorted()).toEqual(
      registered.filter((endpoint) => !OF_THE_DOCUMENT.test(endpoint)).toSorted(),
    );
  });

  test.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
    "%s is open to whom the document says",
    async (_id, { method, path, access }) => {
      const send = (headers: Record<string, string>) =>
        request(gateway.app)
          [method](path.replace(/\{\w+\}/g, "x"))
          .set(headers);
      const codes = [
        await send({}),
        await send({ cookie: "svc_session=x", origin: OWN_ORIGIN }),
      ].map(({ body }) => body.error);
      const refusals = Object.values(REFUSALS).flat();
      expect(codes.map((code) => (refusals.includes(code) ? code : "admitted"))).toEqual(
        REFUSALS[access],
      );
    },
  );

  test("refers only to schemas that it has", async () => {
    const { body, text } = await get("/openapi.json");
    const references = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name,
    );
    expect(references).toContain("RegisterRequest");
    expect([...new Set(references)].toSorted()).toEqual(
      Object.keys(body.components.schemas).toSorted(),
    );
  });

  test("has no name twice", () => {
    const ids = OPERATIONS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("knows no error that is only between services", () => {
    const codes = new Set(OPERATIONS.flatMap(errorsOf));
    for (const internal of [
      "caller_not_authenticated",
      "caller_not_allowed",
      "list_needed",
      "busy",
    ])
      expect(codes).not.toContain(internal);
    for (const code of codes) expect(ERROR_STATUS).toHaveProperty(code);
  });
});

describeWithServer(
  "postgres",
  "An answer that the document does not allow is found by the tests of the gateway",
  () => {
    const differenceOf = createAnswerCheck();
    const operation = OPERATIONS.find(({ id }) => id === "readUsage");
    const usage = {
      customer_id: "cus_1",
      tier: "free",
      monthly_limit: 500,
      used: 0,
      remaining: 500,
      managed_ai: true,
      audit_export: false,
    };

    test.each([
      ["a documented answer", 200, usage, true],
      ["a field more", 200, { ...usage, email: "ann@example.org" }, false],
      ["a field less", 200, { ...usage, tier: undefined }, false],
      ["a documented error", 401, { error: "missing_api_key", message: "m" }, true],
      ["another error of that status", 401, { error: "admin_unauthorized", message: "m" }, false],
      ["an error with a field more", 401, { error: "missing_api_key", message: "m", at: 1 }, false],
      ["a status that is not documented", 418, { error: "teapot", message: "m" }, false],
    ] as const)("%s", (_what, status, body, documented) => {
      if (operation === undefined) throw new Error("The usage is not documented");
      const sent: unknown = JSON.parse(JSON.stringify(body));
      const difference = differenceOf(operation, { status, body: sent });
      expect(difference === undefined).toBe(documented);
    });
  },
);

describeWithServer("postgres", "GET /", () => {
  test("is for a browser a page whose links work", async () => {
    const { status, text, headers } = await get("/").set("accept", "text/html,*/*;q=0.8");
    expect(status).toBe(200);
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    const links = [...text.matchAll(/<a href="([^"]+)"/g)].map(([, path]) => String(path));
    expect(links).toEqual(expect.arrayContaining(["/docs", "/ready"]));
    for (const path of links) expect((await get(path)).status).not.toBe(404);
  });

  test.each(["*/*", "application/json"])("is for %s a 404", async (accept) => {
    const { status, body } = await get("/").set("accept", accept);
    expect([status, body.error]).toEqual([404, "not_found"]);
  });
});

const EXAMPLES = OPERATIONS.flatMap((operation) =>
  operation.body === undefined ? [] : [[operation.id, operation.body] as const],
);

describeWithServer("postgres", "The example of", () => {
  test.each(EXAMPLES)("%s fits its schema", (_id, { schema, example }) => {
    expect(checked(schema)(example)).toBe(example);
  });
});

describeWithServer("postgres", "GET /docs", () => {
  test("is a page whose parts all come from this origin, under a policy that allows no other", async () => {
    const page = await get("/docs");
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(page.headers["content-security-policy"]).not.toMatch(/https?:|\*/);
    const parts = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    const own = parts.filter((address) => address !== "data:,");
    expect(own).toHaveLength(4);
    for (const part of own) expect((await get(String(part))).status).toBe(200);
  });

  test("the files of Swagger UI may be kept by browsers", async () => {
    const { headers } = await get("/docs/swagger-ui.css");
    expect(headers["content-type"]).toBe("text/css; charset=utf-8");
    expect(headers["cache-control"]).toBe("public, max-age=3600");
  });
});
