import { expect, test } from "@jest/globals";
import { compileEntityList } from "@veil/pii";
import { HeldLists } from "./held-lists.ts";

const list = compileEntityList({ kind: "deny", entries: [{ value: "Falke" }] });
const named = (id: string, version = 1) => ({ id, version, list });

test("A list is held under its id and version until its time is over", () => {
  const held = new HeldLists({ ttlMs: 100, maxBytes: 1_000_000 });
  held.put(named("a"), 0);
  expect(held.get({ id: "a", version: 1 }, 99)).toBe(list);
  expect(held.get({ id: "a", version: 2 }, 99)).toBeUndefined();
  expect(held.get({ id: "a", version: 1 }, 100)).toBeUndefined();
});

test("When lists are too much together, then the one used least recently goes", () => {
  const held = new HeldLists({ ttlMs: 100, maxBytes: 2 * list.sizeBytes });
  held.put(named("a"), 0);
  held.put(named("b"), 0);
  held.get({ id: "a", version: 1 }, 1);
  held.put(named("c"), 1);
  expect(["a", "b", "c"].map((id) => held.get({ id, version: 1 }, 2) === list)).toEqual([
    true,
    false,
    true,
  ]);
});

test("What is forgotten leaves its place to others", () => {
  const held = new HeldLists({ ttlMs: 100, maxBytes: list.sizeBytes });
  held.put(named("a"), 0);
  held.forget(100);
  held.put(named("b"), 0);
  held.put(named("b"), 0);
  expect(held.get({ id: "b", version: 1 }, 1)).toBe(list);
  held.clear();
  expect(held.get({ id: "b", version: 1 }, 1)).toBeUndefined();
});

test("A list that is too much alone is not held", () => {
  const held = new HeldLists({ ttlMs: 100, maxBytes: list.sizeBytes - 1 });
  held.put(named("a"), 0);
  expect(held.get({ id: "a", version: 1 }, 1)).toBeUndefined();
});
