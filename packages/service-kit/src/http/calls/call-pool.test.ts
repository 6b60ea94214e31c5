import { afterEach, describe, expect, test } from "@jest/globals";
import { createTcpProxy, until } from "@veil/testing";
import { createServiceClient } from "../client/service-client.ts";
import { createTokenIssuer } from "../client/token-issuer.ts";
import {
  closeAll,
  closeLater,
  keysOf,
  openPool,
  request,
  startBalancer,
  startCallee,
  untilConnected,
} from "./calls-test-service.contract.ts";

afterEach(closeAll);

function openClient(baseUrl: string, connections = 2, lifetimeMs = 60_000) {
  const issuer = createTokenIssuer(keysOf("edge-gateway"));
  const calls = { connections, lifetimeMs };
  const client = createServiceClient({ baseUrl, callee: "bridge", issuer, calls });
  closeLater(() => client.close());
  return {
    client,
    who: () =>
      client.call({
        ...{ path: "/who", body: {}, timeoutMs: 30_000 },
        parse: (body) => (body as { name: string }).name,
      }),
  };
}

describe("Which calls go over HTTP", () => {
  test("a pool takes calls when its connections are open, and none before", async () => {
    const callee = await startCallee();
    const pool = openPool(callee.url);
    expect(await pool.exchange(request("/who"))).toBeUndefined();
    await untilConnected(pool);
    expect((await pool.exchange(request("/who")))?.status).toBe(200);
  });

  test.each([
    ["a path that the callee does not announce", request("/door")],
    ["a body above 64 kB", request("/who", { a: "x".repeat(65_536) })],
    ["a header that a call cannot have", { ...request("/who"), headers: { accept: "a" } }],
    ["a request id that is not ASCII", { ...request("/who"), headers: { "x-request-id": "ä" } }],
  ])("a connected pool leaves a call with %s to HTTP", async (_what, call) => {
    const callee = await startCallee();
    const pool = openPool(callee.url);
    await untilConnected(pool);
    expect(await pool.exchange(call)).toBeUndefined();
  });

  test("a service of a version without connections gets all calls over HTTP, and one request for each connection", async () => {
    const callee = await startCallee({ isOld: true });
    const { who } = openClient(callee.url);
    const attempts = () => callee.lines.filter(({ route }) => route === "/calls").length;
    await until("both connections were tried", async () => {
      expect(await who()).toBe("callee");
      return attempts() === 2;
    });
    for (let at = 0; at < 20; at += 1) expect(await who()).toBe("callee");
    expect(attempts()).toBe(2);
  });

  test("beside a replica of a version without connections, both replicas get calls", async () => {
    const [old, current] = [
      await startCallee({ isOld: true, name: "old" }),
      await startCallee({ name: "current" }),
    ];
    let turn = 0;
    const url = await startBalancer([old.port, current.port], () => (turn++ % 2) / 2);
    const { who } = openClient(url, 4, 200);
    const seen = new Map<string, number>();
    await until("both have answered", async () => {
      // Sequential calls over HTTP would use one connection, to one replica.
      for (const name of await Promise.all(Array.from({ length: 16 }, who)))
        seen.set(name, (seen.get(name) ?? 0) + 1);
      return (seen.get("old") ?? 0) > 20 && (seen.get("current") ?? 0) > 20;
    });
  });
});

describe("Replicas", () => {
  test("a new replica gets at least a quarter of the calls after the connections were replaced", async () => {
    const first = await startCallee({ name: "first" });
    const ports = [first.port];
    let turn = 0;
    const url = await startBalancer(ports, () => (turn++ % ports.length) / ports.length);
    const pool = openPool(url, { connections: 4, lifetimeMs: 200 });
    await untilConnected(pool, 4);
    const second = await startCallee({ name: "second" });
    ports.push(second.port);
    await until("the new replica gets its share", async () => {
      const before = [first.calls(), second.calls()] as const;
      for (let at = 0; at < 100; at += 1) await pool.exchange(request("/who"));
      const counts = [first.calls() - before[0], second.calls() - before[1]] as const;
      return counts[1] >= 25 && counts[0] >= 25;
    });
  });

  test("calls of one turn reach one replica, and a call of the next turn the replica with fewer calls in flight", async () => {
    const replicas = [await startCallee(), await startCallee()];
    let turn = 0;
    const ports = replicas.map(({ port }) => port);
    const pool = openPool(await startBalancer(ports, () => (turn++ % 2) / 2));
    await untilConnected(pool);
    await until("both are connected", () => replicas.every((one) => one.opened() === 1));
    const held = () => replicas.map((one) => one.held.length).sort();
    const hold = () => pool.exchange(request("/held"));
    const together = Array.from({ length: 4 }, hold);
    await until("all are held", () => held().join() === "0,4");
    const next = hold();
    await until("the next one is held", () => held().join() === "1,4");
    for (const call of replicas.flatMap((one) => one.held)) call.answer({});
    for (const response of await Promise.all([...together, next]))
      expect(response?.status).toBe(200);
  });

  test("when connections are replaced under load, no call is lost or repeated", async () => {
    const callee = await startCallee();
    const pool = openPool(callee.url, { connections: 2, lifetimeMs: 50 });
    await untilConnected(pool);
    const before = callee.calls();
    let answered = 0;
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        while (callee.opened() < 20) {
          const response = await pool.exchange(request("/who"));
          if (response?.status === 200) answered += 1;
          else await new Promise(setImmediate);
        }
      }),
    );
    expect(callee.calls() - before).toBe(answered);
  });
});

describe("A callee that fails", () => {
  test("a repeatable call whose callee is killed is answered by another replica", async () => {
    const [killed, other] = [await startCallee(), await startCallee()];
    const ports = [killed.port];
    let posts = 0;
    const url = await startBalancer(
      ports,
      () => 0,
      () => {
        posts += 1;
      },
    );
    const { client, who } = openClient(url);
    await until("calls use a connection", async () => {
      const before = posts;
      await who();
      return posts === before;
    });
    const sent = Array.from({ length: 4 }, () =>
      client.call({
        ...{ path: "/held-repeatable", body: {}, timeoutMs: 30_000 },
        parse: (body) => body,
      }),
    );
    await until("all are held", () => killed.held.length === 4);
    ports[0] = other.port;
    await killed.close(0);
    await until("all are sent again", () => other.held.length === 4);
    for (const call of other.held) call.answer({ by: "other" });
    expect(await Promise.all(sent)).toEqual(Array(4).fill({ by: "other" }));
  });

  test("a call that is not repeatable fails as interrupted, and reaches no other replica", async () => {
    const [killed, other] = [await startCallee(), await startCallee()];
    const ports = [killed.port];
    const pool = openPool(await startBalancer(ports, () => 0));
    await untilConnected(pool);
    const sent = pool.exchange(request("/held"));
    sent.catch(() => undefined);
    await until("it is held", () => killed.held.length === 1);
    ports[0] = other.port;
    await killed.close(0);
    await expect(sent).rejects.toMatchObject({ failure: "interrupted" });
    await untilConnected(pool);
    expect(other.held).toEqual([]);
  });

  test("after a call without any sign of life, the pool uses other connections", async () => {
    const callee = await startCallee();
    const proxy = await createTcpProxy({ host: "127.0.0.1", port: callee.port });
    closeLater(() => proxy.cut());
    const pool = openPool(`http://127.0.0.1:${proxy.port}`, { connections: 1 });
    await untilConnected(pool, 1);
    proxy.hold();
    await expect(pool.exchange({ ...request("/who"), timeoutMs: 100 })).rejects.toMatchObject({
      failure: "timeout",
    });
    expect(await pool.exchange(request("/who"))).toBeUndefined();
    await untilConnected(pool, 1);
  });

  test("drain waits for the calls in flight, and close interrupts them", async () => {
    const callee = await startCallee();
    const [draining, closed] = [openPool(callee.url), openPool(callee.url)];
    await Promise.all([untilConnected(draining), untilConnected(closed)]);
    const [kept, lost] = [draining, closed].map((pool) => pool.exchange(request("/held")));
    lost?.catch(() => undefined);
    await until("both are held", () => callee.held.length === 2);
    const drained = draining.drain();
    closed.close();
    await expect(lost).rejects.toMatchObject({ failure: "interrupted" });
    for (const call of callee.held) call.answer({});
    expect((await kept)?.status).toBe(200);
    await drained;
  });
});
