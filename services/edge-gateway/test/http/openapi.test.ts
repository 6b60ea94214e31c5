import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Validator } from "@seriousme/openapi-schema-validator";
import { ERROR_STATUS } from "@veil/contracts/errors";
import { errorsOf, OPERATIONS, type Operation } from "@veil/contracts/openapi";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { registeredEndpoints } from "../support/registered-endpoints.ts";
import { OWN_ORIGIN } from "../support/session-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

/** Matches the endpoints of the OpenAPI document itself and its pages. */
const OF_THE_DOCUMENT = /^GET \/(openapi\.json|docs(\/.*)?|portal.*)?$/;

/** For each kind of access, the outcomes without credentials and with an invalid session cookie. */
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
  gateway = await startTestGateway({
    ...{ VEIL_ENABLED: "true", RESPONSES_ENABLED: "true" },
    OPERATOR_HOSTS: "127.0.0.1:8080",
  });
});
afterAll(() => gateway.close());

const get = (path: string) => request(gateway.app).get(path);

describeWithServer("postgres", "GET /openapi.json", () => {
  // @spec VER-1
  test("the document is valid OpenAPI 3.1 with interface version 1.0", async () => {
    const { status, body } = await get("/openapi.json");
    expect(status).toBe(200);
    expect(await new Validator().validate(body)).toMatchObject({ valid: true });
    expect(body).toMatchObject({ openapi: "3.1.1", info: { version: "1.0" } });
  });

  test("the document describes exactly the routes of the app", async () => {
    const described = OPERATIONS.map(
      ({ method, path }) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`,
    );
    const registered = registeredEndpoints(gateway.app);
    expect(described.toSorted()).toEqual(
      registered.filter((endpoint) => !OF_THE_DOCUMENT.test(endpoint)).toSorted(),
    );
  });

  test.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
    "the access control of %s is as documented",
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

  test("the document contains exactly the schemas that it refers to", async () => {
    const { body, text } = await get("/openapi.json");
    const references = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name,
    );
    expect(references).toContain("RegisterRequest");
    expect([...new Set(references)].toSorted()).toEqual(
      Object.keys(body.components.schemas).toSorted(),
    );
  });

  test("each operation id in the document is unique", () => {
    const ids = OPERATIONS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("the document contains no error code that is used only between services", () => {
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

describeWithServer("postgres", "GET /", () => {
  test("GET / leads browsers to the portal", async () => {
    const { status, headers } = await get("/").set("accept", "text/html,*/*;q=0.8");
    expect([status, headers["location"], headers["vary"]]).toEqual([302, "/portal/", "Accept"]);
  });

  test.each(["*/*", "application/json"])(
    "GET / responds 404 to a client that accepts %s",
    async (accept) => {
      const { status, body } = await get("/").set("accept", accept);
      expect([status, body.error]).toEqual([404, "not_found"]);
    },
  );
});

describeWithServer("postgres", "GET /docs", () => {
  test("GET /docs returns a page that loads only from this origin, and whose content security policy allows no other origin", async () => {
    const page = await get("/docs");
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(page.headers["content-security-policy"]).not.toMatch(/https?:|\*/);
    const parts = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    const own = parts.filter((address) => address !== "data:,");
    expect(own).toHaveLength(4);
    for (const part of own) expect((await get(String(part))).status).toBe(200);
  });

  test("browsers may cache the files of Swagger UI", async () => {
    const { headers } = await get("/docs/swagger-ui.css");
    expect(headers["content-type"]).toBe("text/css; charset=utf-8");
    expect(headers["cache-control"]).toBe("public, max-age=3600");
  });
});
