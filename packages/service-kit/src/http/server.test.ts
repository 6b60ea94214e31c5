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
  test("close lets a request in flight finish, and then resolves at once, with or without keep-alive", async () => {
    const { slow, listener } = await start();
    const answer = ask(listener, "/slow", keepAlive());
    await until("the request is in flight", () => slow.length === 1);
    const closed = listener.close(60_000);
    slow[0]?.end("whole");
    expect(await answer).toBe("whole");
    await closed;
  });

  test("close makes the server refuse new connections", async () => {
    const { slow, listener } = await start();
    const answer = ask(listener, "/slow", keepAlive());
    await until("the request is in flight", () => slow.length === 1);
    const closed = listener.close(60_000);
    await expect(ask(listener, "/", new Agent())).rejects.toMatchObject({ code: "ECONNREFUSED" });
    slow[0]?.end();
    await answer;
    await closed;
  });

  test("close does not wait for an idle keep-alive connection", async () => {
    const { listener } = await start();
    expect(await ask(listener, "/", keepAlive())).toBe("ok");
    await listener.close(60_000);
  });

  test("close disconnects requests that do not finish within the grace period", async () => {
    const { slow, listener } = await start();
    const answer = ask(listener, "/slow", keepAlive());
    const refused = expect(answer).rejects.toMatchObject({ code: "ECONNRESET" });
    await until("the request is in flight", () => slow.length === 1);
    await listener.close(50);
    await refused;
  });
});

test("listen rejects with EADDRINUSE when the port is in use", async () => {
  const { listener } = await start();
  const again = listen(express(), { host: "127.0.0.1", port: listener.port });
  await expect(again).rejects.toMatchObject({ code: "EADDRINUSE" });
  await listener.close(0);
});

test("listen on an IPv6 address returns a usable URL", async () => {
  const app = express().get("/", (_req, res) => void res.end("ok"));
  const listener = await listen(app, { host: "::1", port: 0 });
  const [response] = (await once(get(listener.url), "response")) as [IncomingMessage];
  expect(response.resume().statusCode).toBe(200);
  await listener.close(0);
});
