import { connect, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Logger, silentLogger } from "@veil/telemetry";
import { describeWithServer, until } from "@veil/testing";
import { MemoryStore, type Options, type Store } from "express-rate-limit";
import { createFallbackHitStore } from "./fallback-hit-store.ts";
import { describeHitStore } from "./hit-store.contract.ts";
import { createHitStores } from "./hit-stores.ts";

let names = 0;
/** All suites share one Redis. */
const freshName = () => `test-${process.pid}-${Date.now()}-${names++}`;

describeHitStore("memory", async () => {
  return createHitStores({ kind: "memory" }, silentLogger).open("any");
});

describeHitStore("fallback on memory, one replica", async () => {
  const quiet = { onLost: () => undefined, onBack: () => undefined };
  return createFallbackHitStore({ shared: failing(), replicas: 1, ...quiet });
});

describe("When the shared store fails", () => {
  test("the limit is divided by the replicas, and is never less than one", async () => {
    const store = createFallbackHitStore({
      shared: failing(),
      replicas: 3,
      onLost: () => undefined,
      onBack: () => undefined,
    });
    await store.init?.({ windowMs: 60_000 } as Options);
    const hits = [];
    for (let i = 0; i < 4; i++) hits.push((await store.increment("a")).totalHits);
    expect(hits).toEqual([1, 6, 9, 12]);
    await store.shutdown?.();
  });

  test("a hit that is taken back is one of the local ones", async () => {
    const quiet = { onLost: () => undefined, onBack: () => undefined };
    const store = createFallbackHitStore({ shared: failing(), replicas: 1, ...quiet });
    await store.init?.({ windowMs: 60_000 } as Options);
    await store.decrement("a");
    await store.increment("a");
    await store.decrement("a");
    expect((await store.increment("a")).totalHits).toBe(1);
    await store.shutdown?.();
  });

  test("it is asked again after half a second by one request, the others do not wait for it", async () => {
    const clock = { ms: 1_000 };
    const log: string[] = [];
    const shared = new MemoryStore();
    shared.init({ windowMs: 60_000 } as Options);
    const broken = { now: true };
    const store = createFallbackHitStore({
      shared: {
        increment(key) {
          log.push("asked");
          return broken.now ? Promise.reject(new Error("gone")) : shared.increment(key);
        },
        decrement: () => undefined,
        resetKey: () => undefined,
      },
      replicas: 2,
      onLost: () => log.push("lost"),
      onBack: () => log.push("back"),
      nowMs: () => clock.ms,
    });
    await store.init?.({ windowMs: 60_000 } as Options);
    await store.increment("a");
    clock.ms += 499;
    await store.increment("a");
    expect(log).toEqual(["asked", "lost"]);
    clock.ms += 1;
    await Promise.all([store.increment("a"), store.increment("a"), store.increment("a")]);
    expect(log).toEqual(["asked", "lost", "asked"]);
    broken.now = false;
    clock.ms += 500;
    expect((await store.increment("a")).totalHits).toBe(1);
    expect(log).toEqual(["asked", "lost", "asked", "asked", "back"]);
    await store.shutdown?.();
    shared.shutdown();
  });
});

function failing(): Store {
  const fail = () => Promise.reject(new Error("There is no shared store"));
  return { increment: fail, decrement: fail, resetKey: fail };
}

describeWithServer("redis", "Redis hit stores", (url) => {
  const closers: (() => unknown)[] = [];
  afterEach(() => {
    for (const close of closers.splice(0).reverse()) close();
  });

  async function openStores(redisUrl: string, replicas: number, log: Logger = silentLogger) {
    const stores = createHitStores({ kind: "redis", url: redisUrl, replicas }, log);
    closers.push(() => stores.close());
    return stores;
  }

  /** A new connection refuses hits until it is ready. */
  async function ready(store: Store): Promise<Store> {
    await store.init?.({ windowMs: 60_000 } as Options);
    await until("Redis counts", async () => (await sharedHits(store)) > 0);
    return store;
  }

  describeHitStore("redis", async () => {
    const stores = await openStores(url, 1000);
    const name = freshName();
    await ready(stores.open(`${name}-warm`));
    return stores.open(name);
  });

  test("two replicas count together", async () => {
    const name = freshName();
    const [one, two] = await Promise.all([openStores(url, 2), openStores(url, 2)]);
    const [first, second] = [await ready(one.open(name)), await ready(two.open(name))];
    await first.increment("together");
    expect((await second.increment("together")).totalHits).toBe(2);
  });

  describe("behind a connection that can be cut", () => {
    let proxy: Awaited<ReturnType<typeof startProxy>>;
    let events: string[];
    beforeEach(async () => {
      proxy = await startProxy(url);
      closers.push(proxy.stop);
      events = [];
    });

    async function openStore(): Promise<Store> {
      const log = { ...silentLogger, warn: note(events), info: note(events) };
      const stores = await openStores(proxy.url, 2, log);
      return await ready(stores.open(freshName()));
    }

    test.each(["cut", "hang"] as const)(
      "When Redis is lost (%s), hits are counted here, and in Redis when it is back",
      async (how) => {
        const store = await openStore();
        expect((await store.increment("key")).totalHits).toBe(1);
        expect((await store.increment("key")).totalHits).toBe(2);
        events.length = 0;
        proxy[how]();
        expect((await store.increment("key")).totalHits).toBe(1);
        expect((await store.increment("key")).totalHits).toBe(4);
        expect(events).toEqual(["hit_store_lost"]);
        proxy.heal();
        await until("Redis counts again", async () => {
          await store.increment("other");
          return events.includes("hit_store_back");
        });
        expect((await store.increment("key")).totalHits).toBe(3);
      },
    );

    test("When Redis is not there at the start, hits are counted here until it comes", async () => {
      proxy.cut();
      const log = { ...silentLogger, info: note(events) };
      const store = (await openStores(proxy.url, 2, log)).open(freshName());
      await store.init?.({ windowMs: 60_000 } as Options);
      expect((await store.increment("key")).totalHits).toBe(1);
      expect((await store.increment("key")).totalHits).toBe(4);
      proxy.heal();
      await until("Redis counts", async () => {
        await store.increment("other");
        return events.includes("hit_store_back");
      });
      expect((await store.increment("key")).totalHits).toBe(1);
    });
  });
});

/** In Redis each hit counts one, in memory a thousand. */
async function sharedHits(store: Store): Promise<number> {
  const key = `probe-${names++}`;
  await store.increment(key);
  const { totalHits } = await store.increment(key);
  return totalHits === 2 ? totalHits : 0;
}

function note(events: string[]) {
  return (event: string) => void events.push(event);
}

/** A TCP proxy to the server that can be closed, or swallow all bytes. */
async function startProxy(target: string) {
  const { hostname, port } = new URL(target);
  const pairs = new Set<[Socket, Socket]>();
  let state: "open" | "cut" | "hang" = "open";
  const server = createServer((client) => {
    if (state === "cut") return void client.destroy();
    const upstream = connect(Number(port), hostname);
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    for (const [from, to] of [pair, [upstream, client]] as const) {
      from.on("data", (bytes) => void (state === "open" && to.write(bytes)));
      from.on("error", () => undefined);
      from.on("close", () => {
        to.destroy();
        pairs.delete(pair);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const drop = () => {
    for (const sockets of pairs) for (const socket of sockets) socket.destroy();
  };
  return {
    url: `redis://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    cut() {
      state = "cut";
      drop();
    },
    hang() {
      state = "hang";
    },
    /** Swallowed bytes are lost, so these connections cannot be used again. */
    heal() {
      state = "open";
      drop();
    },
    stop() {
      drop();
      server.close();
    },
  };
}
