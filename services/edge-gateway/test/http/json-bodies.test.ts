import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { codeOf } from "../support/native-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

/** Every endpoint that reads a body, with the members of a body that it accepts. */
const ENDPOINTS: readonly (readonly ["post" | "put", string, string])[] = [
  ["post", "/api/v1/register", '"email":"ann@post.example"'],
  ["post", "/api/v1/scan", '"text":"Call Ann."'],
  ["post", "/api/v1/proxy/messages", '"prompt_template":"{a}","context":{"a":"b"}'],
  ["post", "/api/v1/account/entity-lists", '"kind":"deny","entries":[{"value":"Heron"}]'],
  [
    "put",
    `/api/v1/account/entity-lists/lst_${"0".repeat(32)}`,
    '"kind":"deny","entries":[{"value":"Heron"}]',
  ],
];

let gateway: TestGateway;
let apiKey = "";
beforeAll(async () => {
  gateway = await startTestGateway({ REGISTRATIONS_PER_HOUR: "1000" });
  ({ apiKey } = await gateway.provision());
});
afterAll(() => gateway.close());

async function send(
  [method, path]: (typeof ENDPOINTS)[number],
  body: string,
  type = "application/json",
) {
  const call = request(gateway.app)
    [method](path)
    .set({ "x-api-key": apiKey, "content-type": type });
  return await call.serialize((sent: unknown) => sent as string).send(body);
}

describeWithServer("postgres", "JSON bodies", () => {
  describe.each(ENDPOINTS)("%s %s", (...endpoint) => {
    const [, , members] = endpoint;

    test("the endpoint refuses a body with the same key twice", async () => {
      const [first = ""] = members.split(",");
      const reply = await send(endpoint, `{${first},${members}}`);
      expect(codeOf(reply)).toEqual([400, "invalid_json"]);
      expect(reply.body.message).toMatch(/same key twice/);
    });

    test.each([101, 300_000])(
      "the endpoint refuses a body with a nesting depth of %i",
      async (depth) => {
        const value = "[".repeat(depth - 1) + "]".repeat(depth - 1);
        // A body that is too large for the endpoint is refused for its size instead.
        const reply = await send(
          endpoint,
          `{"a":${value.length > 60_000 ? value.slice(0, 60_000) : value}}`,
        );
        expect(codeOf(reply)).toEqual([400, "invalid_json"]);
        expect(reply.body.message).toMatch(/100 levels/);
      },
    );

    test.each(["iso-8859-1", '"UTF-16"', "us-ascii", "utf-8; charset=latin1", ""])(
      "the endpoint refuses charset=%s",
      async (charset) => {
        const reply = await send(endpoint, `{${members}}`, `application/json; charset=${charset}`);
        expect(codeOf(reply)).toEqual([415, "unsupported_media_type"]);
      },
    );

    test.each([
      "application/json",
      "application/json;charset=utf-8",
      'application/json; profile=x; Charset="UTF-8"',
      "application/json; charset=utf8",
    ])("the endpoint accepts the media type %s", async (type) => {
      const reply = await send(endpoint, `{${members}}`, type);
      expect([200, 201, 404]).toContain(reply.status);
    });
  });
});
