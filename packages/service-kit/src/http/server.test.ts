import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { describe, expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import express, { type Response } from "express";
import { type Listener, listen } from "./server.ts";

async function start() {
  const slow: Response[] = [];
  const app = express()
    .get("/slow", (_req, res) => void slow.push(res))
    .get("/", (_req, res) => void res.end("ok"));
  return { slow, listener: await listen(app, { host: "127.0.0.1", port: 0 }) };
}

function ask(listener: Listener, path: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const read = async (res: IncomingMessage) => {
      const chunks: Buffer[] = [];
      for await (const chunk of res) chunks.push(chunk);
      return Buffer.concat(chunks).toString();
    };
    get(`${listener.url}${path}`, { agent }, (res) => read(res).then(resolve, reject)).once(
      "error",
      reject,
    );
  });
}

const keepAlive = () => new Agent({ keepAlive: true });

describe("close", () => {
  test("lets a request in flight end, and then resolves at once, with or without keep-alive", async () => {
    const { slow, listener } = await start();
    const answer = ask(listener, "/slow", keepAlive());
    await until("the request is in flight", () => slow.length === 1);
    const closed = listener.close(60_000);
    slow[0]?.end("whole");
    expect(await answer).toBe("whole");
    await closed;
  });

  test("accepts no new connection", async () => {
    const { slow, listener } = await start();
    const answer = ask(listener, "/slow", keepAlive());
    await until("the request is in flight", () => slow.length === 1);
    const closed = listener.close(60_000);
    await expect(ask(listener, "/", new Agent())).rejects.toMatchObject({ code: "ECONNREFUSED" });
    slow[0]?.end();
    await answer;
    await closed;
  });

  test("does not wait for an idle keep-alive connection", async () => {
    const { listener } = await start();
    expect(await ask(listener, "/", keepAlive())).toBe("ok");
    await listener.close(60_000);
  });

  test("cuts off requests that do not end within the grace time", async () => {
    const { slow, listener } = await start();
    const answer = ask(listener, "/slow", keepAlive());
    const refused = expect(answer).rejects.toMatchObject({ code: "ECONNRESET" });
    await until("the request is in flight", () => slow.length === 1);
    await listener.close(50);
    await refused;
  });
});

test("When the port is taken, then listen fails rather than waits", async () => {
  const { listener } = await start();
  const again = listen(express(), { host: "127.0.0.1", port: listener.port });
  await expect(again).rejects.toMatchObject({ code: "EADDRINUSE" });
  await listener.close(0);
});

test("An IPv6 address makes a usable URL", async () => {
  const app = express().get("/", (_req, res) => void res.end("ok"));
  const listener = await listen(app, { host: "::1", port: 0 });
  const [response] = (await once(get(listener.url), "response")) as [IncomingMessage];
  expect(response.resume().statusCode).toBe(200);
  await listener.close(0);
});
