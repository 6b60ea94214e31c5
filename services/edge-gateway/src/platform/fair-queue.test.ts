import { afterEach, describe, expect, jest, test } from "@jest/globals";
import fc from "fast-check";
import { FairQueue, type FairQueueBounds } from "./fair-queue.ts";

const MANY = { calls: 1_000, bytes: 1e9 };
const BOUNDS: FairQueueBounds = {
  inFlight: { all: { calls: 4, bytes: 100 }, own: { calls: 2, bytes: 60 } },
  waiting: { all: MANY, own: MANY },
};

const all: Call[] = [];
/** Ends all calls, because waiting calls keep a timer. */
afterEach(async () => {
  for (const call of all.splice(0)) call.end();
  await settle();
});

function observed(bounds: FairQueueBounds = BOUNDS) {
  const queue = new FairQueue(bounds);
  const begun: Call[] = [];
  const inFlight = new Set<Call>();
  const calls: Call[] = [];
  const cancelled = new Set<Call>();

  function add(owner: string, bytes = 1, maxWaitMs = 1e9): Call {
    const controller = new AbortController();
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const call: Call = { owner, bytes, end, cancel: () => controller.abort(), outcome: undefined };
    calls.push(call);
    all.push(call);
    queue
      .run({ owner, bytes, maxWaitMs, signal: () => controller.signal }, async () => {
        begun.push(call);
        inFlight.add(call);
        await ended;
        inFlight.delete(call);
      })
      .then(
        () => {
          call.outcome = "done";
        },
        (error: unknown) => {
          call.outcome = error as Error;
        },
      );
    return call;
  }
  return { add, calls, begun, inFlight, cancelled, owners: () => begun.map(({ owner }) => owner) };
}

interface Call {
  readonly owner: string;
  readonly bytes: number;
  readonly end: () => void;
  readonly cancel: () => void;
  outcome: "done" | Error | undefined;
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

async function endAll(inFlight: ReadonlySet<Call>): Promise<void> {
  while (inFlight.size > 0) {
    for (const call of inFlight) call.end();
    await settle();
  }
}

type Step =
  | { readonly do: "add"; readonly owner: number; readonly bytes: number }
  | { readonly do: "end" | "cancel"; readonly which: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("add"), owner: fc.nat(4), bytes: fc.integer({ min: 1, max: 120 }) }),
  fc.record({ do: fc.constantFrom("end", "cancel"), which: fc.nat(50) }),
);

function takeStep(to: ReturnType<typeof observed>, each: Step): void {
  const { add, calls, begun, inFlight, cancelled } = to;
  switch (each.do) {
    case "add":
      add(`owner ${each.owner}`, each.bytes);
      return;
    case "end":
      [...inFlight].at(each.which % (inFlight.size || 1))?.end();
      return;
    case "cancel": {
      const waiting = calls.filter((call) => !begun.includes(call) && !cancelled.has(call));
      const call = waiting.at(each.which % (waiting.length || 1));
      if (call === undefined) return;
      cancelled.add(call);
      call.cancel();
    }
  }
}

function expectBounded(inFlight: ReadonlySet<Call>): void {
  expectAtMost([...inFlight], BOUNDS.inFlight.all);
  for (const owner of new Set([...inFlight].map((call) => call.owner))) {
    const own = [...inFlight].filter((call) => call.owner === owner);
    expectAtMost(own, BOUNDS.inFlight.own);
  }
}

describe("FairQueue with any order of arrivals, completions and cancellations", () => {
  test("neither one customer nor all customers together exceed their limits, except by a single call, and every call eventually gets its turn", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
        const watched = observed();
        const { calls, begun, inFlight, cancelled } = watched;
        for (const each of steps) {
          takeStep(watched, each);
          await settle();
          expectBounded(inFlight);
        }
        await endAll(inFlight);
        const left = calls.filter((call) => cancelled.has(call));
        expect(new Set(calls)).toEqual(new Set([...begun, ...left]));
        expect(begun.map(({ outcome }) => outcome)).toEqual(begun.map(() => "done"));
        for (const { outcome } of left) expect(outcome).toMatchObject({ name: "AbortError" });
      }),
      { numRuns: 150 },
    );
  });

  test("a customer with any number of waiting calls delays another customer's first call by at most one turn", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 20 }), fc.nat(20), async (waiting, ended) => {
        const one = { calls: 1, bytes: 1e9 };
        const { add, begun, inFlight } = observed({ ...BOUNDS, inFlight: { all: one, own: MANY } });
        for (let i = 0; i < waiting + 1; i++) add("many");
        const endOne = async () => {
          for (const call of inFlight) call.end();
          await settle();
        };
        for (let i = 0; i < Math.min(ended, waiting); i++) await endOne();
        await settle();
        const before = begun.length;
        const first = add("other");
        while (!begun.includes(first)) await endOne();
        expect(begun.slice(before).filter(({ owner }) => owner === "many").length).toBeLessThan(2);
      }),
    );
  });
});

function expectAtMost(calls: readonly Call[], bound: { calls: number; bytes: number }): void {
  if (calls.length <= 1) return;
  expect(calls.length).toBeLessThanOrEqual(bound.calls);
  expect(calls.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(bound.bytes);
}

test("Two customers with many calls alternate, and a third customer's call is served between them", async () => {
  const one = { calls: 1, bytes: 1e9 };
  const { add, inFlight, owners } = observed({ ...BOUNDS, inFlight: { all: one, own: one } });
  for (const owner of ["a", "a", "a", "b", "b", "b", "c"]) add(owner);
  await settle();
  await endAll(inFlight);
  expect(owners().join("")).toBe("aabcabb");
});

test("When a large call has its turn but does not fit, then small calls of others do not overtake it", async () => {
  const { add, begun, inFlight } = observed();
  const [first, second] = [add("a", 50), add("b", 40)];
  const large = add("c", 60);
  const small = add("d", 1);
  await settle();
  expect(begun).toEqual([first, second]);
  first.end();
  await settle();
  expect([...inFlight]).toEqual([second, large]);
  second.end();
  await settle();
  expect(begun.at(-1)).toBe(small);
});

describe("The limits of the waiting queue", () => {
  const two = { calls: 2, bytes: 10 };
  const one = { calls: 1, bytes: 1e9 };
  const bounds = {
    inFlight: { all: one, own: one },
    waiting: { all: { calls: 3, bytes: 1e9 }, own: two },
  };
  afterEach(() => void jest.useRealTimers());

  test.each([
    ["number", [1, 1, 1, 1]],
    ["size", [1, 6, 6]],
  ])(
    "when the waiting calls of one customer exceed the limit in %s, a call gets 429 rate_limit_exceeded and other calls keep waiting",
    async (_what, sizes) => {
      const { add } = observed(bounds);
      const calls = sizes.map((bytes) => add("a", bytes));
      await settle();
      expect(calls.at(-1)?.outcome).toMatchObject({
        code: "rate_limit_exceeded",
        options: { retryAfterSeconds: 1 },
      });
      expect(calls.slice(0, -1).map(({ outcome }) => outcome)).not.toContainEqual(
        expect.any(Error),
      );
    },
  );

  test("when the waiting calls of all customers exceed the limit, a call gets 503 server_busy", async () => {
    const { add } = observed(bounds);
    const calls = ["a", "a", "a", "b", "c"].map((owner) => add(owner));
    await settle();
    expect(calls.map(({ outcome }) => outcome)).toEqual([
      ...Array.from({ length: 4 }, () => undefined),
      expect.objectContaining({ code: "server_busy" }),
    ]);
  });

  test("a call that waits too long gets 429 if it waits for other calls of the same customer, and 503 if it waits for other customers' calls, and its place is freed", async () => {
    jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask"] });
    const { add, begun } = observed(bounds);
    const first = add("a");
    const [late, patient] = [add("a", 1, 500), add("a", 1, 5_000)];
    jest.advanceTimersByTime(500);
    await settle();
    expect(late.outcome).toMatchObject({ code: "rate_limit_exceeded" });
    const others = add("b", 1, 500);
    jest.advanceTimersByTime(500);
    await settle();
    expect(others.outcome).toMatchObject({ code: "server_busy" });
    first.end();
    await settle();
    expect(begun).toEqual([first, patient]);
  });
});

test("When the work fails, then its error is thrown and its slot is freed", async () => {
  const queue = new FairQueue({
    ...BOUNDS,
    inFlight: { all: { calls: 1, bytes: 1 }, own: MANY },
  });
  const call = { owner: "a", bytes: 1, maxWaitMs: 1e9 };
  const failed = queue.run(call, () => Promise.reject(new Error("failed")));
  const next = queue.run(call, async () => "next");
  await expect(failed).rejects.toThrow("failed");
  expect(await next).toBe("next");
});

test("A call that was cancelled before it is queued never begins", async () => {
  const queue = new FairQueue(BOUNDS);
  const cancelled = { signal: () => AbortSignal.abort(), isGone: () => true };
  const call = { owner: "a", bytes: 1, maxWaitMs: 1, ...cancelled };
  const run = queue.run(call, async () => "begun");
  await expect(run).rejects.toMatchObject({ name: "AbortError" });
});
