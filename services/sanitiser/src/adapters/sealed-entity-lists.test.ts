import { afterEach, expect, test } from "@jest/globals";
import { boxedList, openEntityLists } from "../../test/sealed-lists.ts";
import type { EntityLists, ListCompiler } from "../ports.ts";
import { createPiscinaListCompiler } from "./piscina-list-compiler.ts";

let lists: EntityLists | undefined;
let compiler: ListCompiler | undefined;
afterEach(async () => {
  await lists?.close();
  await compiler?.close();
});

const falke = { kind: "deny", entries: [{ value: "Falke" }] } as const;

test("A list is held for its time after its box came, however often it is used", async () => {
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

test("When one of several lists is missing, then none is given", async () => {
  lists = openEntityLists();
  const { id, version } = boxedList({ ...falke, entries: [...falke.entries] });
  const whole = boxedList({ ...falke, entries: [...falke.entries] });
  await expect(lists.obtain([whole, { id, version }])).rejects.toMatchObject({
    code: "list_needed",
  });
});

test("A list is made ready in a thread, in buffers that threads share", async () => {
  compiler = createPiscinaListCompiler({
    timeoutMs: 20_000,
    memoryMb: 256,
    worker: new URL("../../dist/adapters/list-worker.js", import.meta.url),
  });
  const list = await compiler.compile(Buffer.from(JSON.stringify(falke)));
  expect(String(list.automaton.labels.buffer)).toBe("[object SharedArrayBuffer]");
  for (const content of ["{", "{}", '{"kind":"deny","entries":[{"value":""}]}'])
    await expect(compiler.compile(Buffer.from(content))).rejects.toMatchObject({
      code: expect.stringMatching(/^(invalid|missing)_/),
    });
}, 30_000);
