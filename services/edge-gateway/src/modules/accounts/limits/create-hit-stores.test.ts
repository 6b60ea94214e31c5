import { connect, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Logger, silentLogger } from "@veil/service-kit/telemetry";
import { describeWithServer, until } from "@veil/testing";
import { MemoryStore, type Options, type Store } from "express-rate-limit";
import { Redis } from "ioredis";
import {
  type AvailabilityOptions,
  createFallbackHitStore,
  createHitStores,
  createMemoryHitStore,
  createRefusingHitStore,
  type WhenUnavailable,
} from "./create-hit-stores.ts";
import { describeHitStore } from "./hit-store.contract.ts";

let names = 0;
/** Returns a new name for each store, because all suites share one Redis. */
const freshName = () => `test-${process.pid}-${Date.now()}-${names++}`;

const quiet: AvailabilityOptions = {
  onUnavailable: () => undefined,
  onRecovered: () => undefined,
};

describeHitStore("memory", async () => {
  return createHitStores({ kind: "memory" }, silentLogger).open("any", "refuse");
});

describeHitStore("fallback to memory, one replica", async () => {
  return createFallbackHitStore({ shared: failing(), replicas: 1, ...quiet });
});

describeHitStore("refusing, while the shared store answers", async () => {
  return createRefusingHitStore({ shared: createMemoryHitStore(), ...quiet });
});

describe("A hit store whose shared store fails", () => {
  test("a fallback store divides the limit by the number of replicas, but to no less than one", async () => {
    const store = createFallbackHitStore({ shared: failing(), replicas: 3, ...quiet });
    await store.init?.({ windowMs: 60_000 } as Options);
    const hits = [];
    for (let i = 0; i < 4; i++) hits.push((await store.increment("a")).totalHits);
    expect(hits).toEqual([1, 6, 9, 12]);
    await store.shutdown?.();
  });

  test("a refund in a fallback store removes one of the local hits", async () => {
    const store = createFallbackHitStore({ shared: failing(), replicas: 1, ...quiet });
    await store.init?.({ windowMs: 60_000 } as Options);
    await store.decrement("a");
    await store.increment("a");
    await store.decrement("a");
    expect((await store.increment("a")).totalHits).toBe(1);
    await store.shutdown?.();
  });

  test("a refusing store throws an error with a retry time, and refunds hits without an error", async () => {
    const store = createRefusingHitStore({ shared: failing(), ...quiet });
    await store.init?.({ windowMs: 60_000 } as Options);
    await expect(store.increment("a")).rejects.toMatchObject({
      code: "server_busy",
      options: { retryAfterSeconds: 5 },
    });
    await store.decrement("a");
  });

  const counting = {
    fallback: (options: AvailabilityOptions & { shared: Store }) =>
      createFallbackHitStore({ ...options, replicas: 2 }),
    refusing: createRefusingHitStore,
  };
  test.each(["fallback", "refusing"] as const)(
    "one request tries the shared store again after half a second, and the other requests do not wait: %s",
    async (kind) => {
      const clock = { ms: 1_000 };
      const log: string[] = [];
      const shared = new MemoryStore();
      shared.init({ windowMs: 60_000 } as Options);
      const broken = { now: true };
      const store = counting[kind]({
        shared: {
          increment(key) {
            log.push("asked");
            return broken.now ? Promise.reject(new Error("gone")) : shared.increment(key);
          },
          decrement: () => undefined,
          resetKey: () => undefined,
        },
        onUnavailable: () => log.push("lost"),
        onRecovered: () => log.push("back"),
        nowMs: () => clock.ms,
      });
      await store.init?.({ windowMs: 60_000 } as Options);
      const hit = async () => await Promise.allSettled([store.increment("a")]);
      await hit();
      clock.ms += 499;
      await hit();
      expect(log).toEqual(["asked", "lost"]);
      clock.ms += 1;
      await Promise.all([hit(), hit(), hit()]);
      expect(log).toEqual(["asked", "lost", "asked"]);
      broken.now = false;
      clock.ms += 500;
      expect((await store.increment("a")).totalHits).toBe(1);
      expect(log).toEqual(["asked", "lost", "asked", "asked", "back"]);
      await store.shutdown?.();
      shared.shutdown();
    },
  );
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
    await stores.ready();
    return stores;
  }

  async function opened(store: Store): Promise<Store> {
    await store.init?.({ windowMs: 60_000 } as Options);
    return store;
  }

  describeHitStore("redis", async () => (await openStores(url, 1000)).open(freshName(), "count"));

  test.each(["count", "refuse"] as const)(
    "two replicas count in the same window from the first hit on (%s)",
    async (whenUnavailable) => {
      const name = freshName();
      const [one, two] = await Promise.all([openStores(url, 2), openStores(url, 2)]);
      const first = await opened(one.open(name, whenUnavailable));
      const second = await opened(two.open(name, whenUnavailable));
      await first.increment("together");
      expect((await second.increment("together")).totalHits).toBe(2);
    },
  );

  test("the reset time is the time at which Redis expires the hits, to within the duration of one query", async () => {
    const client = new Redis(url);
    closers.push(() => client.disconnect());
    const name = freshName();
    const store = await opened((await openStores(url, 2)).open(name, "refuse"));
    await store.increment("key");
    const leftMs = () => client.pttl(`veil:hits:${name}:key`);
    const [most, askedAtMs] = [await leftMs(), Date.now()];
    const endMs = (await store.increment("key")).resetTime?.getTime() ?? 0;
    const [answeredAtMs, least] = [Date.now(), await leftMs()];
    expect(endMs).toBeGreaterThanOrEqual(askedAtMs + least);
    expect(endMs).toBeLessThanOrEqual(answeredAtMs + most);
  });

  describe("Redis behind a connection that can be cut", () => {
    let proxy: Awaited<ReturnType<typeof startProxy>>;
    let events: string[];
    beforeEach(async () => {
      proxy = await startProxy(url);
      closers.push(proxy.stop);
      events = [];
    });

    async function openStore(whenUnavailable: WhenUnavailable): Promise<Store> {
      const log = { ...silentLogger, warn: note(events), info: note(events) };
      const stores = await openStores(proxy.url, 2, log);
      return await opened(stores.open(freshName(), whenUnavailable));
    }
    const countsAgain = (store: Store) =>
      until("Redis counts again", async () => {
        await Promise.allSettled([store.increment("other")]);
        return events.includes("hit_store_back");
      });

    test.each(["cut", "hang"] as const)(
      "When Redis fails (%s), hits are counted in this process until Redis is back",
      async (how) => {
        const store = await openStore("count");
        expect((await store.increment("key")).totalHits).toBe(1);
        expect((await store.increment("key")).totalHits).toBe(2);
        proxy[how]();
        expect((await store.increment("key")).totalHits).toBe(1);
        expect((await store.increment("key")).totalHits).toBe(4);
        expect(events).toEqual(["hit_store_lost"]);
        proxy.heal();
        await countsAgain(store);
        expect((await store.increment("key")).totalHits).toBe(3);
      },
    );

    test.each(["cut", "hang"] as const)(
      "When Redis fails (%s), a refusing store refuses hits until Redis is back",
      async (how) => {
        const store = await openStore("refuse");
        expect((await store.increment("key")).totalHits).toBe(1);
        proxy[how]();
        for (let sent = 0; sent < 2; sent++)
          await expect(store.increment("key")).rejects.toMatchObject({ code: "server_busy" });
        expect(events).toEqual(["hit_store_lost"]);
        proxy.heal();
        await countsAgain(store);
        expect((await store.increment("key")).totalHits).toBe(2);
      },
    );

    test.each(["cut", "hang"] as const)(
      "When Redis is unavailable at the start (%s), ready() resolves soon, and hits are counted in this process until Redis is up",
      async (how) => {
        proxy[how]();
        const store = await openStore("count");
        expect((await store.increment("key")).totalHits).toBe(1);
        expect((await store.increment("key")).totalHits).toBe(4);
        proxy.heal();
        await countsAgain(store);
        expect((await store.increment("key")).totalHits).toBe(1);
      },
    );
  });
});

function note(events: string[]) {
  return (event: string) => void events.push(event);
}

/** Starts a TCP proxy to the server that can be cut, or made to discard all bytes. */
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
    /**
     * Restores the proxy. It closes all connections, which cannot be used again because bytes were
     * discarded.
     */
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
