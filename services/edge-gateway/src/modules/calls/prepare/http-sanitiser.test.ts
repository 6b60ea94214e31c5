import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { ApiError, ERROR_STATUS } from "@veil/contracts/errors";
import type { EntityListReference } from "@veil/contracts/sanitiser";
import { createTestTrust, until } from "@veil/testing";
import { startFakeSanitiser } from "../../../../test/support/fake-sanitiser.ts";
import type { CustomerId } from "../../accounts/keys/caller.ts";
import { boxEntityList, packEntityList } from "../../entities/domain/entity-list.ts";
import { createInlineTextScans } from "../scanning/inline-text-scans.ts";
import { createHttpSanitiser } from "./http-sanitiser.ts";
import type { RequestLists, SanitiseOptions, Sanitiser } from "./ports.ts";
import { createSanitiserQueue } from "./sanitiser-queue.ts";

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
  const trace = { requestId: "req_1", traceparent: `00-${"1".repeat(32)}-${"2".repeat(16)}-01` };
  const options: SanitiseOptions = lists === undefined ? trace : { ...trace, lists };
  const client =
    sanitiser ??
    createHttpSanitiser(fake.client, scans, { timeoutMs, ...(clockMs && { clockMs }) });
  return client.sanitise(FIELDS, options);
}

const named = (version: number) => [{ id, version }];
const refused = { code: "sanitizer_unavailable", options: { retryAfterSeconds: 5 } };

test("When the sanitiser requests a list, then the newest version of its box is sent", async () => {
  const lists = { names: named(1), boxes: async () => [boxedAs(3)] };
  const { fields, listCount } = await sanitise(lists);
  expect([fields[0]?.text, listCount]).toEqual(["[KNOWN_ENTITY_1] is late", 1]);
  const versions = fake.bodies.map((body) => JSON.parse(body).lists[0].version);
  expect(versions).toEqual([1, 3]);
});

test("When a list was deleted meanwhile, then it is left out", async () => {
  const { fields, listCount } = await sanitise({ names: named(1), boxes: async () => [] });
  expect([fields[0]?.text, listCount]).toEqual(["Falke is late", 0]);
  expect(JSON.parse(fake.bodies[1] ?? "")).not.toHaveProperty("lists");
});

test("When the sanitiser requests boxes a second time, or they are not available, then the request is refused", async () => {
  const stillMissing = { names: named(1), boxes: async () => named(1) };
  await expect(sanitise(stillMissing)).rejects.toMatchObject(refused);
  expect(fake.bodies).toHaveLength(2);
  const away = { names: named(1), boxes: () => Promise.reject(new Error("database")) };
  await expect(sanitise(away)).rejects.toMatchObject(refused);
});

test("When many requests need the same boxes, then one of them sends them", async () => {
  const all = Array.from({ length: 20 }, () =>
    sanitise({ names: named(1), boxes: async () => [boxedAs(1)] }, { sanitiser: shared }),
  );
  const texts = (await Promise.all(all)).map(({ fields }) => fields[0]?.text);
  expect(new Set(texts)).toEqual(new Set(["[KNOWN_ENTITY_1] is late"]));
  expect(fake.bodies.filter((body) => body.includes('"box"'))).toHaveLength(1);
});

test("When the request that sends the boxes fails, then the next one sends them", async () => {
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

test("When the text has more findings than one answer can hold, then 400 with a hint, not 503", async () => {
  const { code, message } = new ApiError("too_many_findings", "Too many");
  const body = JSON.stringify({ error: code, message });
  fake.answerWith((res) => res.writeHead(ERROR_STATUS[code]).end(body));
  await expect(sanitise()).rejects.toMatchObject({
    code: "invalid_field",
    options: { hint: expect.stringMatching(/50000.*[Ss]plit/) },
  });
  fake.answerWith(undefined);
});

test("Both requests to the sanitiser together take no longer than one may", async () => {
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

describe("Customers share the sanitiser", () => {
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
      traceparent: `00-${"1".repeat(32)}-${"2".repeat(16)}-01`,
      owner: owner as CustomerId,
      ...(gone && { gone }),
    });

  test("When one customer has many calls, then some are in flight, another customer's call is sent at once, and all are served", async () => {
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

  test("When long texts use up what may be in flight, then a short text is still sent at once", async () => {
    const held = holding();
    const sanitiser = client();
    const long = ["a", "b", "c"].map((owner) => asOwner(sanitiser, owner, "x ".repeat(35_000)));
    await until("the long ones are in flight", () => held.length === 3);
    const short = asOwner(sanitiser, "d");
    await until("the short one is in flight", () => held.length === 4);
    for (const answer of held) answer();
    await Promise.all([...long, short]);
  });

  test("When a call's turn does not come in half of its time, then 429 rate_limit_exceeded, not 503", async () => {
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

  test("When a client goes away while its call waits, then the sanitiser gets no request", async () => {
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

test("The sanitiser gets a field's label, and not what is only for the gateway", async () => {
  const field = { name: "ssn", text: "Ann Weber", label: "ssn" };
  const trace = { requestId: "req_1", traceparent: `00-${"1".repeat(32)}-${"2".repeat(16)}-01` };
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
