import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { ApiError, ERROR_STATUS } from "@veil/contracts/errors";
import type { EntityListReference } from "@veil/contracts/sanitiser";
import { createTestTrust, until } from "@veil/testing";
import { startFakeSanitiser } from "../../../../test/support/fake-sanitiser.ts";
import type { CustomerId } from "../../accounts/keys/caller.ts";
import { boxEntityList, packEntityList } from "../../entities/domain/entity-list.ts";
import { createInlineTextScans } from "../scanning/create-text-scans.ts";
import {
  createHttpSanitiser,
  createKeyedSemaphore,
  createSanitiserQueue,
  SANITISER_MS_PER_KB,
  sanitiserDeadlineMs,
} from "./http-sanitiser.ts";
import type { RequestLists, SanitiseOptions, Sanitiser } from "./ports.ts";

const testTrust = createTestTrust();
const scans = createInlineTextScans();
const id = `lst_${"0".repeat(32)}`;
const FIELDS = [{ name: "letter", text: "Falke is late" }];

let fake: Awaited<ReturnType<typeof startFakeSanitiser>>;
let shared: Sanitiser;
beforeAll(async () => {
  fake = await startFakeSanitiser(testTrust);
  shared = createHttpSanitiser(fake.client, scans, { timeoutMs: 5_000 });
});
afterAll(() => fake.close());
beforeEach(() => {
  fake.bodies.length = 0;
  fake.forgetLists();
});

function boxedAs(version: number): Required<EntityListReference> {
  const content = { kind: "deny" as const, entries: [{ value: "Falke" }] };
  const boxed = boxEntityList(packEntityList(content), {
    listId: id,
    version,
    trust: testTrust.trust,
  });
  const box = Buffer.from(boxed.box).toString("base64");
  return { id, version, sealing_key_id: boxed.sealingKeyId, box };
}

interface Setting {
  readonly timeoutMs?: number;
  readonly clockMs?: () => number;
  readonly sanitiser?: Sanitiser;
}

function sanitise(lists?: RequestLists, { timeoutMs = 2_000, clockMs, sanitiser }: Setting = {}) {
  const trace = { requestId: "req_1" };
  const options: SanitiseOptions = lists === undefined ? trace : { ...trace, lists };
  const client =
    sanitiser ??
    createHttpSanitiser(fake.client, scans, { timeoutMs, ...(clockMs && { clockMs }) });
  return client.sanitise(FIELDS, options);
}

const named = (version: number) => [{ id, version }];
const refused = { code: "sanitizer_unavailable", options: { retryAfterSeconds: 5 } };

test("When the sanitiser needs the box of a list, then the newest version is sent", async () => {
  const lists = { names: named(1), boxes: async () => [boxedAs(3)] };
  const { fields, listCount } = await sanitise(lists);
  expect([fields[0]?.text, listCount]).toEqual(["[KNOWN_ENTITY_1] is late", 1]);
  const versions = fake.bodies.map((body) => JSON.parse(body).lists[0].version);
  expect(versions).toEqual([1, 3]);
});

test("When a list was deleted before the sanitiser needs its box, then the list is left out", async () => {
  const { fields, listCount } = await sanitise({ names: named(1), boxes: async () => [] });
  expect([fields[0]?.text, listCount]).toEqual(["Falke is late", 0]);
  expect(JSON.parse(fake.bodies[1] ?? "")).not.toHaveProperty("lists");
});

test("When the sanitiser still needs boxes after they were sent, or they cannot be read, then the request is refused", async () => {
  const stillMissing = { names: named(1), boxes: async () => named(1) };
  await expect(sanitise(stillMissing)).rejects.toMatchObject(refused);
  expect(fake.bodies).toHaveLength(2);
  const away = { names: named(1), boxes: () => Promise.reject(new Error("database")) };
  await expect(sanitise(away)).rejects.toMatchObject(refused);
});

test("When many concurrent requests need the same boxes, then only one of the requests sends them", async () => {
  const all = Array.from({ length: 20 }, () =>
    sanitise({ names: named(1), boxes: async () => [boxedAs(1)] }, { sanitiser: shared }),
  );
  const texts = (await Promise.all(all)).map(({ fields }) => fields[0]?.text);
  expect(new Set(texts)).toEqual(new Set(["[KNOWN_ENTITY_1] is late"]));
  expect(fake.bodies.filter((body) => body.includes('"box"'))).toHaveLength(1);
});

test("When the request that sends the boxes fails, then the next request sends them", async () => {
  let attempts = 0;
  const boxes = async () => {
    attempts += 1;
    if (attempts === 1) throw new Error("database");
    return [boxedAs(1)];
  };
  const all = Array.from({ length: 5 }, () =>
    sanitise({ names: named(1), boxes }, { sanitiser: shared }),
  );
  const outcomes = (await Promise.allSettled(all)).map(({ status }) => status);
  expect(outcomes.filter((status) => status === "fulfilled")).toHaveLength(4);
  expect(attempts).toBe(2);
});

test("When the text has more findings than a response can contain, then the request is refused with 400 and a hint, not with 503", async () => {
  const { code, message } = new ApiError("too_many_findings", "Too many");
  const body = JSON.stringify({ error: code, message });
  fake.answerWith((res) => res.writeHead(ERROR_STATUS[code]).end(body));
  await expect(sanitise()).rejects.toMatchObject({
    code: "invalid_field",
    options: { hint: expect.stringMatching(/50000.*[Ss]plit/) },
  });
  fake.answerWith(undefined);
});

test("A request by name and its retry with boxes share one time-out", async () => {
  fake.answerWith(() => {});
  let nowMs = 0;
  const slow = {
    names: named(1),
    boxes: async () => {
      nowMs = 59_999;
      return [boxedAs(1)];
    },
  };
  const late = sanitise(slow, { timeoutMs: 60_000, clockMs: () => nowMs });
  await expect(late).rejects.toMatchObject(refused);
  fake.answerWith(undefined);
});

describe("Calls of several customers to the sanitiser", () => {
  const MANY = 1e9;
  let own: typeof fake;
  beforeEach(async () => {
    own = await startFakeSanitiser(testTrust);
  });
  afterEach(() => own.close());

  const queue = () =>
    createSanitiserQueue({ all: { calls: 3, bytes: MANY }, own: { calls: 2, bytes: MANY } });

  function holding() {
    const held: (() => void)[] = [];
    own.answerWith((res, good) => void held.push(() => res.end(JSON.stringify(good))));
    return held;
  }

  const client = (timeoutMs = 60_000) =>
    createHttpSanitiser(own.client, scans, { queue: queue(), timeoutMs });
  const asOwner = (sanitiser: Sanitiser, owner: string, text = "Falke", gone?: () => AbortSignal) =>
    sanitiser.sanitise([{ name: "letter", text }], {
      requestId: "req_1",
      owner: owner as CustomerId,
      ...(gone && { gone }),
    });

  test("When one customer has many calls, then only its share is in flight, another customer's call is sent at once, and all are served", async () => {
    const held = holding();
    const sanitiser = client();
    const many = Array.from({ length: 6 }, () => asOwner(sanitiser, "cus_many"));
    await until("their share is in flight", () => held.length === 2);
    const other = asOwner(sanitiser, "cus_other", "other");
    await until("the other's is in flight", () => held.length === 3);
    expect(own.bodies.at(-1)).toContain("other");
    held[2]?.();
    expect((await other).fields[0]?.text).toBe("other");
    expect(held).toHaveLength(3);
    own.answerWith(undefined);
    for (const answer of held) answer();
    expect(await Promise.all(many)).toHaveLength(6);
    expect(own.bodies.join("")).not.toContain("cus_");
  });

  test("When long texts use up all slots for long texts, then a short text is still sent at once", async () => {
    const held = holding();
    const sanitiser = client();
    const long = ["a", "b", "c"].map((owner) => asOwner(sanitiser, owner, "x ".repeat(35_000)));
    await until("the long ones are in flight", () => held.length === 3);
    const short = asOwner(sanitiser, "d");
    await until("the short one is in flight", () => held.length === 4);
    for (const answer of held) answer();
    await Promise.all([...long, short]);
  });

  test("When a call waits longer than half of its time-out, then it is refused with 429 rate_limit_exceeded, not with 503", async () => {
    const held = holding();
    const sanitiser = client(2_000);
    const first = [1, 2].map(() => asOwner(sanitiser, "a"));
    await expect(asOwner(sanitiser, "a")).rejects.toMatchObject({
      code: "rate_limit_exceeded",
      options: { retryAfterSeconds: 1 },
    });
    for (const answer of held) answer();
    await Promise.all(first);
  });

  test("When a client closes its connection while its call waits, then the sanitiser gets no request", async () => {
    const held = holding();
    const sanitiser = client();
    const first = [1, 2].map(() => asOwner(sanitiser, "a"));
    const gone = new AbortController();
    const waiting = asOwner(sanitiser, "a", "never sent", () => gone.signal);
    const refused = expect(waiting).rejects.toMatchObject({ name: "AbortError" });
    gone.abort();
    await refused;
    await until("the others are in flight", () => held.length === 2);
    for (const answer of held) answer();
    await Promise.all(first);
    expect(own.bodies.join("")).not.toContain("never sent");
  });
});

test("The sanitiser gets the label of a field, but not the properties that only the gateway needs", async () => {
  const field = { name: "ssn", text: "Ann Weber", label: "ssn" };
  const trace = { requestId: "req_1" };
  await shared.sanitise(
    [
      { ...field, restorable: false },
      { name: "b", text: "x" },
    ],
    trace,
  );
  expect(fake.bodies.map((body) => JSON.parse(body))).toEqual([
    { fields: [field, { name: "b", text: "x" }] },
  ]);
});

test.each([
  [0, 10_000, 10_000],
  [100_000, 10_000, 11_000],
  [4_000_000, 10_000, 50_000],
  [8_000_000, 10_000, 60_000],
])(
  "The time-out for a text of %i bytes is the configured time plus 10 ms for each kB, at most 60 s",
  (bytes, timeoutMs, deadlineMs) => {
    const timing = { timeoutMs, msPerKb: SANITISER_MS_PER_KB };
    expect(sanitiserDeadlineMs(bytes, timing)).toBe(deadlineMs);
  },
);

const never = new AbortController().signal;

function work() {
  let end = (_error?: Error): void => {};
  const promise = new Promise<string>((resolve, reject) => {
    end = (error) => (error === undefined ? resolve("done") : reject(error));
  });
  let begun = false;
  const begin = () => {
    begun = true;
    return promise;
  };
  return { begin, end: (error?: Error) => end(error), hasBegun: () => begun };
}

test("A keyed semaphore runs the work of only one caller for each key; concurrent callers wait until that work ends, even if it fails", async () => {
  const semaphore = createKeyedSemaphore(2);
  for (const error of [undefined, new Error("failed")]) {
    const first = work();
    const [own, other] = [
      semaphore.take("a", never, first.begin),
      semaphore.take("a", never, () => Promise.reject(new Error("twice"))),
    ];
    first.end(error);
    if (error === undefined) expect(await own).toBe("done");
    else await expect(own).rejects.toBe(error);
    expect(await other).toBeUndefined();
  }
  expect(await semaphore.take("a", never, async () => "again")).toBe("again");
});

test("A keyed semaphore runs work for a limited number of keys at once, and never starts the work of a caller that has given up", async () => {
  const semaphore = createKeyedSemaphore(1);
  const [first, second] = [work(), work()];
  const own = semaphore.take("a", never, first.begin);
  const next = semaphore.take("b", never, second.begin);
  const gone = new AbortController();
  const given = semaphore.take("c", gone.signal, () => Promise.reject(new Error("begun")));
  gone.abort();
  expect(second.hasBegun()).toBe(false);
  first.end();
  expect(await own).toBe("done");
  await expect(given).rejects.toMatchObject({ name: "AbortError" });
  second.end();
  expect(await next).toBe("done");
});
