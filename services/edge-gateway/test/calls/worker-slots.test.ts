import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { describeWithServer, until } from "@veil/testing";
import request from "supertest";
import { callNatively, letterRequest, usageOf } from "../support/native-client.ts";
import { callSdk, sdkBody, UPSTREAM_KEYS } from "../support/sdk-client.ts";
import { startSdkServer } from "../support/sdk-server.ts";
import { startTestGateway } from "../support/test-gateway.ts";

/** One customer can use at most three of four slots. */
const SLOTS = { WORKER_CALLS: "4", WORKER_CALLS_PER_CUSTOMER: "3" };

let served: Awaited<ReturnType<typeof startSdkServer>>;
let slow: string;
let slowId: string;
let other: string;
const ends: (() => void)[] = [];
const callers: AbortController[] = [];

beforeAll(async () => {
  served = await startSdkServer(SLOTS);
});
beforeEach(async () => {
  const { gateway } = served;
  gateway.worker.direct.length = 0;
  gateway.worker.streamWith(async (res) => {
    ends.push(() => res.destroy());
  });
  ({ apiKey: slow, customerId: slowId } = await gateway.provision());
  ({ apiKey: other } = await gateway.provision());
});
afterEach(() => {
  for (const caller of callers.splice(0)) caller.abort();
  for (const end of ends.splice(0)) end();
  served.gateway.worker.letGo();
});
afterAll(() => served.close());

const sentCount = () => served.gateway.worker.direct.length;
const usedBy = async (key: string) => (await usageOf(served.gateway, key)).used;

const admittedBy = async (customer: string) => {
  const admitted = "select from jobs where customer_id = $1";
  return (await served.gateway.database.owner.query(admitted, [customer])).length;
};

const leftWhileWaiting = async () =>
  (await served.gateway.events()).filter(
    ({ actor, event_type, payload }) =>
      actor === slowId &&
      event_type === "SDK_REFUSED" &&
      payload["error_type"] === "client_closed_request",
  ).length;

/** Starts calls whose responses never begin. */
function startSlow(count: number, keys: readonly string[] = [slow]): AbortController[] {
  return Array.from({ length: count }, (_, at) => {
    const caller = new AbortController();
    callers.push(caller);
    fetch(`${served.url}/v1/messages`, {
      method: "POST",
      headers: {
        "x-api-key": keys[at % keys.length] ?? "",
        "x-upstream-key": UPSTREAM_KEYS.messages,
      },
      body: JSON.stringify(sdkBody("messages", { stream: true })),
      signal: caller.signal,
    }).catch(() => undefined);
    return caller;
  });
}

const otherCalls: readonly [string, () => Promise<request.Response>][] = [
  ["a message", () => callSdk(served.gateway, "messages", sdkBody("messages"), { key: other })],
  ["a completion", () => callSdk(served.gateway, "chat", sdkBody("chat"), { key: other })],
  [
    "a count of tokens",
    () =>
      request(served.gateway.app)
        .post("/v1/messages/count_tokens")
        .set({ "x-api-key": other, "x-upstream-key": UPSTREAM_KEYS.messages })
        .send({ model: "m-1", messages: [{ role: "user", content: "Hello" }] }),
  ],
  [
    "a list of models",
    () =>
      request(served.gateway.app)
        .get("/v1/models")
        .set({ "x-api-key": other, "x-upstream-key": UPSTREAM_KEYS.chat }),
  ],
];

describeWithServer("postgres", "Slots at the worker", () => {
  describe("A customer with more slow calls than its share of the worker", () => {
    test("When calls with all keys of a customer exceed its share, then the excess calls wait and are not counted", async () => {
      const { body } = await request(served.gateway.app)
        .post("/api/v1/account/keys")
        .set("x-api-key", slow)
        .send({ family: "gw_live", class: "developer" });
      startSlow(8, [slow, body.api_key]);
      await until("its share is used up", () => sentCount() === 3);
      await callSdk(served.gateway, "messages", sdkBody("messages"), { key: other });
      expect(sentCount()).toBe(4);
      expect((await usedBy(slow)) + (await usedBy(body.api_key))).toBe(3);
    });

    test.each(otherCalls)(
      "When one customer's share is used up, then %s of another customer is answered at once",
      async (_what, call) => {
        startSlow(8);
        await until("its share is used up", () => sentCount() === 3);
        expect((await call()).status).toBe(200);
      },
    );

    test("When a client disconnects, then the next waiting call begins; a client that disconnects while waiting is not counted", async () => {
      const [first] = startSlow(3);
      await until("its share is used up", () => sentCount() === 3);
      const { bodies } = served.gateway.sanitiser;
      const before = bodies.length;
      const [waiting] = startSlow(1);
      await until("it has been sanitised", () => bodies.length > before);
      waiting?.abort();
      await until("its leaving is recorded", async () => (await leftWhileWaiting()) === 1);
      startSlow(1);
      first?.abort();
      await until("the next has begun", () => sentCount() === 4);
      expect(await usedBy(slow)).toBe(4);
    });
  });

  describe("A customer with more slow native calls than its share of the worker", () => {
    test("When one customer's native calls use up its share, then another customer's call runs at once, and all are answered eventually", async () => {
      const { gateway } = served;
      const { worker } = gateway;
      worker.hold();
      const before = worker.jobs.length;
      const sentSince = () => worker.jobs.length - before;
      const calls = Array.from({ length: 8 }, () => callNatively(gateway, slow, letterRequest()));
      const answers = Promise.all(calls);
      await until("its share is used up", () => sentSince() === 3);
      await until("all are admitted", async () => (await admittedBy(slowId)) === 8);
      expect(sentSince()).toBe(3);
      const others = callNatively(gateway, other, letterRequest());
      await until("the other's is at the worker", () => sentSince() === 4);
      worker.letGo();
      expect((await others).status).toBe(200);
      expect((await answers).map(({ status }) => status)).toEqual(calls.map(() => 200));
    });
  });

  describe("A full worker", () => {
    const full = { error: "busy" };

    test("When the worker is full for a moment, then the call is sent again, answered, and counted once", async () => {
      const { worker } = served.gateway;
      let refusals = 0;
      worker.respondWith((_path, _body, res) => {
        refusals++;
        worker.respondWith(undefined);
        res.writeHead(503).end(JSON.stringify(full));
      });
      const { status } = await callSdk(served.gateway, "messages", sdkBody("messages"), {
        key: other,
      });
      expect([status, refusals, await usedBy(other)]).toEqual([200, 1, 1]);
    });

    test.each([
      ["whole", false],
      ["streamed", true],
    ])(
      "When the worker stays full, then a %s call gets 503 server_busy and is not counted",
      async (_what, stream) => {
        const { worker } = served.gateway;
        worker.respondWith((_path, _body, res) => res.writeHead(503).end(JSON.stringify(full)));
        const body = sdkBody("messages", { stream });
        const refused = await callSdk(served.gateway, "messages", body, { key: other });
        worker.respondWith(undefined);
        expect([refused.status, refused.body.error]).toEqual([503, "server_busy"]);
        expect(await usedBy(other)).toBe(0);
      },
    );
  });

  test("The deadline of a call that waited for a slot starts when the call gets the slot", async () => {
    let waitedMs = 0;
    const nowMs = () => Date.now() + waitedMs;
    const oneSlot = { WORKER_CALLS: "1", JOB_DEADLINE_MS: "60000" };
    const gateway = await startTestGateway(oneSlot, { nowMs });
    const { sanitiser, worker } = gateway;
    try {
      const { apiKey: key } = await gateway.provision();
      const call = async () => await callSdk(gateway, "messages", sdkBody("messages"), { key });
      worker.hold();
      const first = call();
      await until("the slot is taken", () => worker.direct.length === 1);
      const before = sanitiser.bodies.length;
      const second = call();
      await until("the next call is sanitised", () => sanitiser.bodies.length > before);
      waitedMs = 8_000;
      const turnMs = nowMs();
      worker.letGo();
      expect([(await first).status, (await second).status]).toEqual([200, 200]);
      const deadlineMs = Date.parse(worker.direct[1]?.deadline ?? "");
      expect(deadlineMs).toBeGreaterThanOrEqual(turnMs + 60_000);
    } finally {
      await gateway.close();
    }
  });
});
