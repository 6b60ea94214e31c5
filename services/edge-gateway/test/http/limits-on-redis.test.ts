import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { createTcpProxy, describeWithServer, type TcpProxy, until } from "@veil/testing";
import request, { type Response } from "supertest";
import { freshAddress, freshEmail } from "../support/fresh.ts";
import { callNatively, codeOf, finalOf, letterRequest } from "../support/native-client.ts";
import { registerAt } from "../support/register-client.ts";
import { callSdk, sdkBody } from "../support/sdk-client.ts";
import { logInAt, setPassword } from "../support/session-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

type App = Pick<TestGateway, "app">;

const PASSWORD = "correct horse battery staple";
const AT_ONCE = 100;
const SOME = 25;

const scan = ({ app }: App) => request(app).post("/api/v1/scan").send({ text: "Ann Weber" });
const usage = ({ app }: App, apiKey: string) =>
  request(app).get("/api/v1/usage").set("x-api-key", apiKey);

describeWithServer("postgres", "Limits", () => {
  describeWithServer("redis", "Limits that replicas share through Redis", (redisUrl) => {
    let runs = 0;
    /**
     * Returns settings with a separate key prefix, because suites and runs share the Redis server
     * and the counter of all scans has one name.
     */
    function settingsAt(port: string): Readonly<Record<string, string>> {
      const url = new URL(redisUrl);
      url.port = port;
      url.searchParams.set("keyPrefix", `limits-${process.pid}-${Date.now()}-${runs++}:`);
      return { COORDINATION: "redis", REDIS_URL: url.href, REPLICAS: "2", TRUST_PROXY: "1" };
    }

    describe("When 100 requests arrive at two replicas at once, exactly as many as the limit allows are admitted", () => {
      let gateway: TestGateway;
      let replicas: readonly App[];
      let close: () => Promise<void>;
      beforeAll(async () => {
        gateway = await startTestGateway({
          ...settingsAt(new URL(redisUrl).port),
          PER_MINUTE_LIMIT_PRO: String(SOME),
          ACCOUNT_CALLS_PER_MINUTE: String(SOME),
          SCANS_PER_HOUR: String(SOME),
        });
        const other = await gateway.replica({});
        replicas = [gateway, other];
        ({ close } = other);
      });
      afterAll(async () => {
        await close();
        await gateway.close();
      });

      async function outcomes(send: (app: App) => Promise<Pick<Response, "status" | "body">>) {
        const apps = Array.from({ length: AT_ONCE / replicas.length }, () => replicas).flat();
        const counts: Record<string, number> = {};
        for (const { status, body } of await Promise.all(apps.map(send))) {
          const outcome = `${status} ${body.error ?? ""}`.trim();
          counts[outcome] = (counts[outcome] ?? 0) + 1;
        }
        return counts;
      }

      test("the limit on a customer's inference calls per minute is exact across several keys", async () => {
        const email = freshEmail();
        const keys = [await gateway.provision({ email }), await gateway.provision({ email })];
        let sent = 0;
        const call = (app: App) => {
          const { apiKey = "" } = keys[sent++ % keys.length] ?? {};
          return callSdk(app, "messages", sdkBody("messages"), { key: apiKey });
        };
        expect(await outcomes(call)).toEqual({
          "200": SOME,
          "429 rate_limited": AT_ONCE - SOME,
        });
      });

      test("the limit on a customer's other calls per minute is exact", async () => {
        const { apiKey } = await gateway.provision();
        expect(await outcomes(async (app) => await usage(app, apiKey))).toEqual({
          "200": SOME,
          "429 rate_limited": AT_ONCE - SOME,
        });
      });

      test("the limit on all callers' scans per hour is exact", async () => {
        expect(await outcomes(async (app) => await scan(app))).toEqual({
          "200": SOME,
          "429 rate_limited": AT_ONCE - SOME,
        });
      });

      test("the limit of 5 new keys per hour and address is exact", async () => {
        const from = freshAddress();
        expect(await outcomes((app) => registerAt(app, { email: freshEmail() }, { from }))).toEqual(
          {
            "201": 5,
            "429 registration_limit": AT_ONCE - 5,
          },
        );
      });

      test("the limit of 60 registration requests without a new key per hour and address is exact", async () => {
        const from = freshAddress();
        expect(await outcomes((app) => registerAt(app, "{", { from }))).toEqual({
          "400 invalid_json": 60,
          "429 registration_limit": AT_ONCE - 60,
        });
      });

      test("the limit of 60 wrong keys per minute and address is exact", async () => {
        const from = freshAddress();
        const send = async (app: App) => await usage(app, "svc_wrong").set("x-forwarded-for", from);
        expect(await outcomes(send)).toEqual({
          "401 invalid_api_key": 60,
          "429 rate_limited": AT_ONCE - 60,
        });
      });
    });

    describe("When Redis is lost", () => {
      let proxy: TcpProxy;
      let gateway: TestGateway;
      beforeEach(async () => {
        const { hostname, port } = new URL(redisUrl);
        proxy = await createTcpProxy({ host: hostname, port: Number(port) });
        gateway = await startTestGateway({
          ...settingsAt(String(proxy.port)),
          PER_MINUTE_LIMIT_PRO: "6",
        });
      });
      afterEach(async () => {
        await proxy.cut();
        await gateway.close();
      });

      const BUSY = {
        status: 503,
        body: {
          error: "server_busy",
          message: "The limit of these requests cannot be checked right now",
          retry_after_seconds: 5,
          request_id: expect.any(String),
        },
      };

      // @spec REG-9 SCAN-4
      test("while Redis is down, no key is issued, no login succeeds and nothing is scanned", async () => {
        const email = freshEmail();
        const { apiKey, customerId } = await gateway.provision({ email });
        await setPassword(gateway, customerId, PASSWORD);
        const logIn = (credentials: object) => logInAt(gateway, credentials);
        expect((await registerAt(gateway, { email: freshEmail() })).status).toBe(201);
        expect((await logIn({ email, password: PASSWORD })).status).toBe(200);
        expect((await scan(gateway)).status).toBe(200);
        await proxy.cut();
        for (const refused of [
          await registerAt(gateway, { email: freshEmail() }),
          await logIn({ api_key: apiKey }),
          await logIn({ email, password: PASSWORD }),
          await logIn({ email, password: "wrong" }),
          await scan(gateway),
        ]) {
          expect(refused).toMatchObject(BUSY);
          expect(refused.headers["retry-after"]).toBe("5");
        }
        await proxy.mend();
        await until("keys are issued", async () => {
          return (await registerAt(gateway, { email: freshEmail() })).status === 201;
        });
        await until("customers log in", async () => {
          return (await logIn({ api_key: apiKey })).status === 200;
        });
        await until("texts are scanned", async () => (await scan(gateway)).status === 200);
      });

      test("while Redis is down, each replica serves calls up to its part of the limit", async () => {
        const { apiKey } = await gateway.provision();
        await proxy.cut();
        const call = () => callNatively(gateway, apiKey, letterRequest());
        for (let sent = 0; sent < 3; sent++) finalOf(await call());
        expect(codeOf(await call())).toEqual([429, "rate_limit_exceeded"]);
        expect((await usage(gateway, apiKey)).status).toBe(200);
      });
    });
  });
});
