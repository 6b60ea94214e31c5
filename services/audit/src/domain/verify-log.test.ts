import { describe, expect, test } from "@jest/globals";
import { sampleEvent } from "../../test/sample-events.ts";
import { canonicalEvent } from "./canonical-event.ts";
import { type ChainRow, GENESIS, nextRow } from "./chain.ts";
import { verifyLog, verifyNewest } from "./verify-log.ts";

function logOf(count: number): ChainRow[] {
  const rows: ChainRow[] = [];
  for (let n = 0; n < count; n += 1)
    rows.push(nextRow(rows.at(-1) ?? GENESIS, canonicalEvent(sampleEvent())));
  return rows;
}

/** Creates a store with the given rows and head. */
function storeOf(rows: readonly ChainRow[], head: { seq: number; hash: Uint8Array }) {
  return {
    head: async () => ({ seq: head.seq, hash: head.hash, greatestSeq: rows.at(-1)?.seq ?? 0 }),
    readAfter: async (seq: number, limit: number) =>
      rows.filter((row) => row.seq > seq).slice(0, limit),
  };
}

const rows = logOf(2500);
const last = rows.at(-1) ?? nextRow(GENESIS, "");

describe("verifyLog", () => {
  test("An unchanged log of several pages and an empty log are intact", async () => {
    expect(await verifyLog(storeOf(rows, last))).toEqual({ kind: "intact", count: 2500 });
    expect(await verifyLog(storeOf([], GENESIS))).toEqual({ kind: "intact", count: 0 });
  });

  test("When an event in a later page was edited, then verifyLog returns its seq", async () => {
    const edited = rows.with(2099, { ...(rows[2099] ?? last), canonical: last.canonical });

    expect(await verifyLog(storeOf(edited, last))).toEqual({
      kind: "broken",
      seq: 2100,
      reason: "hash",
    });
  });

  test("When the last events are removed, then verifyLog reports that the head is wrong", async () => {
    expect(await verifyLog(storeOf(rows.slice(0, -3), last))).toEqual({
      kind: "broken",
      seq: 2498,
      reason: "head",
    });
  });

  test("When the chain is rewritten with a different last event, then verifyLog reports that the head is wrong", async () => {
    const other = logOf(2500);

    expect(await verifyLog(storeOf(other, last))).toEqual({
      kind: "broken",
      seq: 2500,
      reason: "head",
    });
  });
});

describe("verifyNewest", () => {
  test("verifyNewest verifies only the newest events, in one page or several, and returns their range", async () => {
    for (const [newest, firstSeq] of [
      [1, 2500],
      [1_500, 1001],
      [2_500, 1],
      [9_999, 1],
    ] as const)
      expect(await verifyNewest(storeOf(rows, last), newest)).toEqual({
        firstSeq,
        lastSeq: 2500,
        result: { kind: "intact", count: 2500 - firstSeq + 1 },
      });
    expect(await verifyNewest(storeOf([], GENESIS), 5)).toEqual({
      firstSeq: 1,
      lastSeq: 0,
      result: { kind: "intact", count: 0 },
    });
  });

  test("verifyNewest returns the seq of an edited event, unless the event is older than the verified range", async () => {
    const edited = rows.with(2399, { ...(rows[2399] ?? last), canonical: last.canonical });
    const broken = { kind: "broken", seq: 2400, reason: "hash" };
    expect(await verifyNewest(storeOf(edited, last), 101)).toMatchObject({ result: broken });
    expect(await verifyNewest(storeOf(edited, last), 100)).toMatchObject({
      result: { kind: "intact", count: 100 },
    });
  });

  test("verifyNewest reports a broken log when the event before the verified range is missing or the head differs", async () => {
    const gap = rows.filter(({ seq }) => seq !== 2400);
    expect(await verifyNewest(storeOf(gap, last), 100)).toMatchObject({
      result: { kind: "broken", seq: 2400, reason: "gap" },
    });
    expect(await verifyNewest(storeOf(rows.slice(0, -1), last), 100)).toMatchObject({
      result: { kind: "broken", seq: 2500, reason: "head" },
    });
  });
});
