import { expect, test } from "@jest/globals";
import { choicesOf } from "./choices.ts";
import { SERVERS } from "./fault.ts";

const namesOf = (faults: readonly { readonly target: string; readonly kind: string }[]) =>
  faults.map(({ target, kind }) => `${target} ${kind}`);

test("On a machine that can inject everything, each service can have a wrong clock, and each server that stores data a full disk", () => {
  const { choices, skipped } = choicesOf("cluster", {}, ["bridge", ...SERVERS]);
  const all = (target: string, ...more: readonly string[]) =>
    ["kill", "pause", "partition", ...more].map((kind) => `${target} ${kind}`);
  expect(namesOf(choices)).toEqual([
    ...all("bridge", "move-clock"),
    ...all("postgres", "fill-disk"),
    ...all("redis"),
    ...all("rabbitmq", "fill-disk"),
  ]);
  expect(skipped).toEqual([
    { target: "redis", kind: "fill-disk", reason: "Redis stores nothing on a disk" },
  ]);
});

test("A kind of fault that the machine does not allow is skipped for each target with the machine's reason", () => {
  const limits = { "fill-disk": "not root", "move-clock": "no library" };
  const { choices, skipped } = choicesOf("cluster", limits, ["audit", "bridge", "postgres"]);
  expect(choices.filter(({ kind }) => kind in limits)).toEqual([]);
  expect(skipped).toEqual([
    { target: "audit", kind: "move-clock", reason: "no library" },
    { target: "bridge", kind: "move-clock", reason: "no library" },
    { target: "postgres", kind: "fill-disk", reason: "not root" },
  ]);
});

test("In the embedded profile, no fault of PostgreSQL can be injected", () => {
  const { choices, skipped } = choicesOf("embedded", {}, ["postgres"]);
  expect(choices).toEqual([]);
  expect(new Set(skipped.map(({ reason }) => reason)).size).toBe(1);
  expect(skipped).toHaveLength(4);
});
