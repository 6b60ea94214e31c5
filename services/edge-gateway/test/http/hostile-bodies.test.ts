import { once } from "node:events";
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { promisify } from "node:util";
import { gzip as gzipWith } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { OPERATIONS, type Operation } from "@veil/contracts/openapi";
import { type Listener, listen } from "@veil/service-kit/http";
import { describeWithServer, until } from "@veil/testing";
import request from "supertest";
import { setCallPolicy } from "../support/changes.ts";
import { codeOf } from "../support/native-client.ts";
import { OWN_ORIGIN, sessionOf } from "../support/session-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const gzip = promisify(gzipWith);
const [ADMIN_KEY, WEBSITE_KEY] = ["admin-key-".repeat(4), "website-key-".repeat(4)];

/** All operations with a body, so that new operations are tested too. */
const WITH_BODY = OPERATIONS.filter(({ body }) => body !== undefined).map(
  (operation) => [operation.id, operation] as const,
);

type Headers = Readonly<Record<string, string>>;

let gateway: TestGateway;
let listener: Listener;
let customerId = "";
let credentials: Readonly<Record<Operation["access"], readonly Headers[]>>;
beforeAll(async () => {
  const settings = {
    ...{ ADMIN_KEYS: ADMIN_KEY, WEBSITE_KEYS: WEBSITE_KEY, RESPONSES_ENABLED: "true" },
    ...{ ACCOUNT_CALLS_PER_MINUTE: "10000", COMPLIANCE_CALLS_PER_MINUTE: "10000" },
  };
  gateway = await startTestGateway(settings);
  listener = await listen(gateway.app, { host: "127.0.0.1", port: 0 });
  const { apiKey, ...own } = await gateway.provision();
  ({ customerId } = own);
  await setCallPolicy(gateway.stores.apiKeys, own.keyId, { extensions: ["responses"] });
  const key = { "x-api-key": apiKey };
  const cookie = await sessionOf(gateway, { api_key: apiKey });
  const session = { cookie, origin: OWN_ORIGIN };
  credentials = {
    none: [{}],
    key: [key],
    session: [session],
    "key or session": [key, session],
    admin: [{ "x-admin-key": ADMIN_KEY }],
    website: [{ "x-website-key": WEBSITE_KEY }],
  };
});
afterAll(async () => {
  await listener.close(0);
  await gateway.close();
});

/**
 * Fills in the path of an operation. The customer must exist, because the gateway checks it before
 * the body; the other ids do not exist.
 */
function pathOf({ path }: Operation): string {
  const ids = { customer_id: customerId, list_id: `lst_${"0".repeat(32)}` };
  return path.replace(/\{(\w+)\}/g, (_whole, name: keyof typeof ids) => ids[name] ?? "00000000");
}

/** Starts a request that sends the headers in this order. */
function start(operation: Operation, ...headers: readonly Headers[]): ClientRequest {
  const sent = httpRequest(listener.url + pathOf(operation), {
    method: operation.method.toUpperCase(),
    headers: headers.flatMap((part) => Object.entries(part).flat()),
  });
  return sent.on("error", () => undefined);
}

async function answerTo(sent: ClientRequest): Promise<readonly unknown[]> {
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const { error } = (await json(answer)) as { error: string };
  return [answer.statusCode, error];
}

const MANY = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`x-${at}`, "1"]));
const HOST = { host: "x" };
const JSON_TYPE = { "content-type": "application/json" };
const GZIP = { ...JSON_TYPE, "content-encoding": "gzip" };
const bomb = await gzip(Buffer.alloc(64 * 1024 * 1024, " "));
const honest = await gzip('{"a": "b"}');

const HOSTILE: readonly (readonly [string, Headers, string | Buffer, number, string])[] = [
  ["truncated JSON", JSON_TYPE, '{"email": "ann@post.exam', 400, "invalid_json"],
  ["no JSON", JSON_TYPE, "\u0000\u0001", 400, "invalid_json"],
  ["a gzip bomb", GZIP, bomb, 400, "request_too_large"],
  ["a truncated gzip", GZIP, honest.subarray(0, 12), 400, "invalid_json"],
  [
    "another compression",
    { ...JSON_TYPE, "content-encoding": "zstd" },
    "{}",
    415,
    "unsupported_media_type",
  ],
  [
    "another charset",
    { "content-type": "application/json; charset=utf-16" },
    "{}",
    415,
    "unsupported_media_type",
  ],
  ["a wrong charset", JSON_TYPE, Buffer.from('{"a": "\xfc"}', "latin1"), 400, "invalid_json"],
];

describeWithServer("postgres", "Bodies that no client should send", () => {
  describe.each(WITH_BODY)("%s", (_id, operation) => {
    test.each(HOSTILE)("the operation refuses %s", async (_what, headers, body, status, error) => {
      for (const own of credentials[operation.access]) {
        const sent = request(gateway.app)[operation.method](pathOf(operation));
        const reply = await sent
          .set({ ...own, ...headers })
          .serialize((bytes) => bytes)
          .send(body);
        expect(codeOf(reply)).toEqual([status, error]);
      }
    });

    // Node 20 drops the excess headers, and later versions refuse the request.
    test("a request with 1 000 additional headers is handled as without them, or gets 431 headers_too_large", async () => {
      const [own = {}] = credentials[operation.access];
      const sent = start(operation, { ...HOST, ...own, ...JSON_TYPE, "content-length": "3" }, MANY);
      expect([
        [400, "invalid_json"],
        [431, "headers_too_large"],
      ]).toContainEqual(await answerTo(sent.end('{"a')));
    });
  });

  describe("An incomplete body", () => {
    function begin(operation: Operation): ClientRequest {
      const [own = {}] = credentials[operation.access];
      const sent = start(operation, HOST, { ...own, ...JSON_TYPE, "content-length": "100" });
      sent.write('{"a');
      return sent;
    }

    test("an incomplete body gets 408 request_timeout at every operation, and the connection is closed", async () => {
      const answers = WITH_BODY.map(async ([id, operation]) => {
        const sent = begin(operation);
        const closed = once(sent, "close");
        const answer = await answerTo(sent);
        await closed;
        return [id, ...answer];
      });
      expect(await Promise.all(answers)).toEqual(
        WITH_BODY.map(([id]) => [id, 408, "request_timeout"]),
      );
    });

    test("a body that the client breaks off is not logged as a server error", async () => {
      const before = gateway.seen.log.length;
      for (const [, operation] of WITH_BODY) {
        const sent = begin(operation);
        await once(sent, "socket");
        await new Promise((written) => sent.write("b", written));
        sent.destroy();
      }
      const lines = () => gateway.seen.log.slice(before).map((line) => JSON.parse(line));
      const ended = () => lines().filter(({ event }) => event === "request");
      await until("all of them have ended", () => ended().length >= WITH_BODY.length);
      expect(lines().filter(({ status = 0 }) => status >= 500)).toEqual([]);
    });
  });
});
