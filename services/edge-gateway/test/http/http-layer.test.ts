import { once } from "node:events";
import { connect } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Listener, listen } from "@veil/service-kit/http";
import { describeWithServer } from "@veil/testing";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

let gateway: TestGateway;
let listener: Listener;
beforeAll(async () => {
  gateway = await startTestGateway();
  listener = await listen(gateway.app, { host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await listener.close(0);
  await gateway.close();
});

const USAGE = "GET /api/v1/usage HTTP/1.1\r\n";

describeWithServer("postgres", "The HTTP layer", () => {
  test.each([
    [
      "headers that are too large",
      `${USAGE}Host: x\r\na: ${"x".repeat(20_000)}`,
      431,
      "headers_too_large",
    ],
    ["a broken request line", "GET /api/v1/usage\tHTTP/1.1\r\nHost: x", 400, "bad_request"],
    ["no Host", `${USAGE}x-api-key: svc_1`, 400, "bad_request"],
  ])(
    "A request with %s gets a JSON error in the gateway's form",
    async (_what, head, status, error) => {
      const socket = connect(listener.port, "127.0.0.1");
      await once(socket, "connect");
      socket.write(`${head}\r\n\r\n`);
      const [answer = "", body = ""] = (await textOf(socket)).split("\r\n\r\n");
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(answer.toLowerCase()).toContain("content-type: application/json");
      expect(JSON.parse(body)).toEqual({ error, message: expect.any(String) });
    },
  );
});
