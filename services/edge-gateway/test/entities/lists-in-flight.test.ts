import { type ClientRequest, request as httpRequest } from "node:http";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Listener, listen } from "@veil/service-kit/http";
import { describeWithServer, until } from "@veil/testing";
import request from "supertest";
import { openAdminSuite } from "../support/admin-suite.ts";
import { codeOf } from "../support/native-client.ts";
import type { TestGateway } from "../support/test-gateway.ts";

const MB = 1024 * 1024;
const LISTS = "/api/v1/account/entity-lists";
const LIST = `/lst_${"0".repeat(32)}`;
const BODY = JSON.stringify({ kind: "deny", entries: [{ value: "Heron" }] }).padEnd(2 * MB);

type Customer = Awaited<ReturnType<TestGateway["provision"]>>;

describeWithServer("postgres", "Large lists in flight", () => {
  const { one, admin } = openAdminSuite({
    MAX_LIST_BODY_BYTES: String(4 * MB),
    MAX_LIST_BODY_BYTES_PER_CUSTOMER: String(4 * MB),
  });
  let listener: Listener;
  let held: ClientRequest | undefined;
  let own: Customer;
  let other: Customer;
  beforeAll(async () => {
    [own, other] = [await one().provision(), await one().provision()];
    listener = await listen(one().app, { host: "127.0.0.1", port: 0 });
    await until("its bytes are counted", async () => {
      // The upload itself is refused if it arrives while a probe is in flight.
      held ??= startUpload();
      return (await sends.put(other)).status === 503 && held !== undefined;
    });
  });
  afterAll(async () => {
    held?.destroy();
    await listener.close(0);
  });

  function startUpload(): ClientRequest {
    const upload = httpRequest(listener.url + LISTS, {
      method: "POST",
      headers: { "x-api-key": own.apiKey, "content-length": String(3 * MB) },
    });
    upload.on("error", () => undefined);
    upload.on("response", () => {
      held = undefined;
    });
    upload.write(Buffer.alloc(3 * MB - 1, " "));
    return upload;
  }

  const byCustomer = (method: "post" | "put", path: string) => async (customer: Customer) =>
    await request(one().app)
      [method](LISTS + path)
      .set("x-api-key", customer.apiKey)
      .type("json")
      .send(BODY);
  const byOperator = (method: "post" | "put", path: string) => async (customer: Customer) =>
    await admin(method, `/customers/${customer.customerId}/entity-lists${path}`)
      .type("json")
      .send(BODY);
  const sends = {
    post: byCustomer("post", ""),
    put: byCustomer("put", LIST),
    "post by an administrator": byOperator("post", ""),
    "put by an administrator": byOperator("put", LIST),
  };

  // @spec END-2 DEC-14
  test.each(Object.entries(sends))(
    "while a large list is in flight, another customer's large list gets 503 server_busy and the same customer's gets 429 rate_limited: a %s",
    async (_how, send) => {
      const busy = await send(other);
      expect(codeOf(busy)).toEqual([503, "server_busy"]);
      expect(busy.headers["retry-after"]).toBe("1");
      const limited = await send(own);
      expect(codeOf(limited)).toEqual([429, "rate_limited"]);
      expect(limited.headers["retry-after"]).toBe("1");
    },
  );
});
