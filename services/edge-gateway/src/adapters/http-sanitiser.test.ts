import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { ApiError, ERROR_STATUS } from "@veil/contracts/errors";
import type { EntityListReference } from "@veil/contracts/sanitiser";
import { createTestTrust } from "@veil/testing";
import { startFakeSanitiser } from "../../test/support/fake-sanitiser.ts";
import { boxEntityList, packEntityList } from "../domain/accounts/entity-list.ts";
import type { RequestLists, SanitiseOptions, Sanitiser } from "../ports/pipeline.ts";
import { createHttpSanitiser } from "./http-sanitiser.ts";
import { createInlineTextScans } from "./inline-text-scans.ts";

const testTrust = createTestTrust();
const scans = createInlineTextScans();
const id = `lst_${"0".repeat(32)}`;
const FIELDS = [{ name: "letter", text: "Falke is late" }];

let fake: Awaited<ReturnType<typeof startFakeSanitiser>>;
let shared: Sanitiser;
beforeAll(async () => {
  fake = await startFakeSanitiser(testTrust);
  shared = createHttpSanitiser(fake.client, scans, 5_000);
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
  const client = sanitiser ?? createHttpSanitiser(fake.client, scans, timeoutMs, clockMs);
  return client.sanitise(FIELDS, options);
}

const named = (version: number) => [{ id, version }];
const refused = { code: "sanitizer_unavailable", options: { retryAfterSeconds: 5 } };

test("When the sanitiser asks for a list, then its box goes along, in the version that there is now", async () => {
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

test("When it asks again, or the boxes cannot be had, then the request is refused", async () => {
  const stillMissing = { names: named(1), boxes: async () => named(1) };
  await expect(sanitise(stillMissing)).rejects.toMatchObject(refused);
  expect(fake.bodies).toHaveLength(2);
  const away = { names: named(1), boxes: () => Promise.reject(new Error("database")) };
  await expect(sanitise(away)).rejects.toMatchObject(refused);
});

test("When many requests need the same boxes, then one of them takes them along", async () => {
  const all = Array.from({ length: 20 }, () =>
    sanitise({ names: named(1), boxes: async () => [boxedAs(1)] }, { sanitiser: shared }),
  );
  const texts = (await Promise.all(all)).map(({ fields }) => fields[0]?.text);
  expect(new Set(texts)).toEqual(new Set(["[KNOWN_ENTITY_1] is late"]));
  expect(fake.bodies.filter((body) => body.includes('"box"'))).toHaveLength(1);
});

test("When the one who takes them along fails, then the next one does", async () => {
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

test("When there is more to be found than one answer takes, then 400 and how to go on, not 503", async () => {
  const { code, message } = new ApiError("too_many_findings", "Too many");
  const body = JSON.stringify({ error: code, message });
  fake.answerWith((res) => res.writeHead(ERROR_STATUS[code]).end(body));
  await expect(sanitise()).rejects.toMatchObject({
    code: "invalid_field",
    options: { hint: expect.stringMatching(/50000.*[Ss]plit/) },
  });
  fake.answerWith(undefined);
});

test("Both questions together take no longer than one may", async () => {
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
