import { afterEach, expect, test } from "@jest/globals";
import { boxedList, openEntityLists } from "../../test/sealed-lists.ts";
import type { SealedEntityLists } from "./sealed-entity-lists.ts";

let lists: SealedEntityLists | undefined;
afterEach(() => lists?.close());

const falke = { kind: "deny", entries: [{ value: "Falke" }] } as const;

test("A list expires a fixed time after its box arrived, even if it is used often", async () => {
  const startMs = 1_000_000;
  let nowMs = startMs;
  lists = openEntityLists({ nowMs: () => nowMs, ttlMs: 60_000 });
  const { box, sealing_key_id, ...reference } = boxedList({
    ...falke,
    entries: [...falke.entries],
  });
  await lists.obtain([{ ...reference, box, sealing_key_id }]);
  nowMs = startMs + 59_999;
  expect(await lists.obtain([reference])).toHaveLength(1);
  nowMs = startMs + 60_000;
  await expect(lists.obtain([reference])).rejects.toMatchObject({ code: "list_needed" });
});

test("When one of several requested lists is missing, then obtain rejects with list_needed", async () => {
  lists = openEntityLists();
  const { id, version } = boxedList({ ...falke, entries: [...falke.entries] });
  const whole = boxedList({ ...falke, entries: [...falke.entries] });
  await expect(lists.obtain([whole, { id, version }])).rejects.toMatchObject({
    code: "list_needed",
  });
});
