import { afterEach, expect, jest, test } from "@jest/globals";
import { compileEntityList } from "@veil/pii";
import { HeldLists } from "./held-lists.ts";

const list = compileEntityList({ kind: "deny", entries: [{ value: "Falke" }] });
const named = (id: string, version = 1) => ({ id, version, list });

afterEach(() => {
  jest.useRealTimers();
});

const START_MS = 1_000_000;

function open(maxBytes: number) {
  let now = START_MS;
  const held = new HeldLists({ ttlMs: 100, maxBytes, nowMs: () => now });
  const at = (ms: number) => {
    now = START_MS + ms;
  };
  return { held, at };
}

const get = (held: HeldLists, id: string, version = 1) => held.get({ id, version });

test("A list can be read by its id and version until it expires", () => {
  const { held, at } = open(1_000_000);
  held.put(named("a"));
  at(99);
  expect(get(held, "a")).toBe(list);
  expect(get(held, "a", 2)).toBeUndefined();
  at(100);
  expect(get(held, "a")).toBeUndefined();
});

test("When lists exceed the total limit, then the least recently used one is dropped", () => {
  const { held } = open(2 * list.sizeBytes);
  held.put(named("a"));
  held.put(named("b"));
  get(held, "a");
  held.put(named("c"));
  expect(["a", "b", "c"].map((id) => get(held, id) === list)).toEqual([true, false, true]);
});

test("When a list has expired, then its space is free for other lists even if no one reads it", () => {
  jest.useFakeTimers();
  const held = new HeldLists({ ttlMs: 100, maxBytes: 2 * list.sizeBytes, nowMs: Date.now });
  held.put(named("a"));
  jest.advanceTimersByTime(50);
  held.put(named("b"));
  get(held, "a");
  jest.advanceTimersByTime(50);
  held.put(named("c"));
  expect(["a", "b", "c"].map((id) => get(held, id) === list)).toEqual([false, true, true]);
  held.clear();
  expect(get(held, "b")).toBeUndefined();
});

test("When no timer runs, then `forget` frees the space of an expired list", () => {
  const { held, at } = open(2 * list.sizeBytes);
  held.put(named("a"));
  at(50);
  held.put(named("b"));
  get(held, "a");
  at(100);
  held.forget();
  held.put(named("c"));
  expect(["a", "b", "c"].map((id) => get(held, id) === list)).toEqual([false, true, true]);
});

test("A list larger than the total limit is not cached and displaces no other list", () => {
  const { held } = open(list.sizeBytes);
  held.put(named("a"));
  held.put({ ...named("b"), list: { ...list, sizeBytes: list.sizeBytes + 1 } });
  expect(get(held, "a")).toBe(list);
  expect(get(held, "b")).toBeUndefined();
});
