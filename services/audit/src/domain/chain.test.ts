import { createHash } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { sampleEvent } from "../../test/sample-events.ts";
import { canonicalEvent, type EventColumns } from "./canonical-event.ts";
import { type ChainRow, chainHash, GENESIS, nextRow, verifyChain } from "./chain.ts";

function chainOf(payloads: readonly string[]): ChainRow[] {
  const rows: ChainRow[] = [];
  for (const model of payloads) {
    const text = canonicalEvent(sampleEvent({ payload: { model } }));
    rows.push(nextRow(rows.at(-1) ?? GENESIS, text));
  }
  return rows;
}

const payload = fc.string({ unit: "grapheme", maxLength: 20 }).filter((s) => !s.includes("\u0000"));
const chain = fc.array(payload, { minLength: 1, maxLength: 12 }).map(chainOf);
const chainAndPlace = chain.chain((rows) =>
  fc.tuple(fc.constant(rows), fc.nat({ max: rows.length - 1 })),
);

describe("verifyChain", () => {
  test("An unchanged chain is intact, whether verified as a whole or in pages", () => {
    fc.assert(
      fc.property(chainAndPlace, ([rows, cut]) => {
        const whole = verifyChain(rows);
        const first = verifyChain(rows.slice(0, cut));
        expect(whole).toEqual({ kind: "intact", head: headOf(rows) });
        if (first.kind === "broken") throw new Error("The first page is broken");
        expect(verifyChain(rows.slice(cut), first.head)).toEqual(whole);
      }),
    );
  });

  test("When one byte of a hash is changed, then verification returns the event with that hash", () => {
    const edit = fc.tuple(chainAndPlace, fc.constantFrom("hash", "prevHash"), fc.nat({ max: 31 }));
    fc.assert(
      fc.property(edit, ([[rows, at], field, byte]) => {
        const changed = Buffer.from(rows[at]?.[field as "hash"] ?? []);
        changed[byte] = (changed[byte] ?? 0) ^ 1;
        expect(verifyChain(replaced(rows, at, { [field]: changed }))).toMatchObject({
          kind: "broken",
          seq: at + 1,
        });
      }),
    );
  });

  test("When a text is changed, with or without its columns, then verification returns its event", () => {
    fc.assert(
      fc.property(chainAndPlace, payload, ([rows, at], model) => {
        const { canonical, columns } = nextRow(
          GENESIS,
          canonicalEvent(sampleEvent({ payload: { model } })),
        );
        const broken = { kind: "broken", seq: at + 1, reason: "hash" };
        expect(verifyChain(replaced(rows, at, { canonical }))).toEqual(broken);
        expect(verifyChain(replaced(rows, at, { canonical, columns }))).toEqual(broken);
      }),
    );
  });

  test.each([
    ["event_id", "00000000-0000-4000-8000-000000000000"],
    ["occurred_at", "2026-01-31T12:00:00.000001Z"],
    ["event_type", "SESSION_OPENED"],
    ["actor", "system"],
    ["scope", "00".repeat(32)],
    ["request_id", null],
    ["payload", { model: "another" }],
  ] satisfies [keyof EventColumns, unknown][])(
    "When only the column %s is changed, then verification returns its event",
    (column, value) => {
      const rows = chainOf(["a", "b", "c"]);
      const columns = { ...rows[1]?.columns, [column]: value } as EventColumns;

      expect(verifyChain(replaced(rows, 1, { columns }))).toEqual({
        kind: "broken",
        seq: 2,
        reason: "columns",
      });
    },
  );

  test("When an event is removed, then verification returns the gap, or a different head if it was the last event", () => {
    fc.assert(
      fc.property(chainAndPlace, ([rows, at]) => {
        const result = verifyChain(rows.toSpliced(at, 1));
        if (at < rows.length - 1)
          expect(result).toEqual({ kind: "broken", seq: at + 1, reason: "gap" });
        else expect(result).not.toEqual({ kind: "intact", head: headOf(rows) });
      }),
    );
  });

  test("When two events are swapped, with or without their numbers, then verification fails", () => {
    fc.assert(
      fc.property(chainAndPlace, fc.nat(), ([rows, at], other) => {
        const with_ = other % rows.length;
        const [a, b] = [rows[at], rows[with_]];
        fc.pre(a !== undefined && b !== undefined && at !== with_);
        const swapped = rows.with(at, b).with(with_, a);
        const renumbered = swapped.map((row, index) => ({ ...row, seq: index + 1 }));
        const first = Math.min(at, with_) + 1;
        expect(verifyChain(swapped)).toMatchObject({ kind: "broken", seq: first });
        expect(verifyChain(renumbered)).toMatchObject({ kind: "broken", seq: first });
      }),
    );
  });

  test("When an event is inserted with a valid hash, then verification fails at the event after it", () => {
    fc.assert(
      fc.property(chainAndPlace, ([rows, at]) => {
        const forged = nextRow(rows[at - 1] ?? GENESIS, canonicalEvent(sampleEvent()));
        const later = rows.slice(at).map((row) => ({ ...row, seq: row.seq + 1 }));
        expect(verifyChain([...rows.slice(0, at), forged, ...later])).toEqual({
          kind: "broken",
          seq: at + 2,
          reason: "link",
        });
      }),
    );
  });

  test("When an event is edited and all later events are rehashed, then the chain has a different head hash", () => {
    fc.assert(
      fc.property(chainAndPlace, ([rows, at]) => {
        const forged = rows.slice(0, at);
        forged.push(nextRow(forged.at(-1) ?? GENESIS, canonicalEvent(sampleEvent())));
        for (const { canonical } of rows.slice(at + 1))
          forged.push(nextRow(headOf(forged), canonical));
        expect(headOf(forged).hash).not.toEqual(headOf(rows).hash);
      }),
    );
  });
});

test("chainHash hashes a zero byte, the previous hash, the number and the text", () => {
  const prev = Buffer.alloc(32, 7);
  const bytes = Buffer.concat([
    Buffer.from("00", "hex"),
    prev,
    Buffer.from("0000000000000102", "hex"),
    Buffer.from("c3a4", "hex"),
  ]);

  expect(chainHash(prev, 258, "ä")).toEqual(createHash("sha256").update(bytes).digest());
});

function headOf(rows: readonly ChainRow[]) {
  const { seq, hash } = rows.at(-1) ?? GENESIS;
  return { seq, hash };
}

function replaced(rows: readonly ChainRow[], at: number, change: Partial<ChainRow>): ChainRow[] {
  return rows.map((row, index) => (index === at ? { ...row, ...change } : row));
}
