import { expect, test } from "@jest/globals";
import { drawFault } from "./draw-fault.ts";
import type { FaultChoice } from "./fault.ts";

const CHOICES: readonly FaultChoice[] = (["bridge", "audit", "redis"] as const).flatMap((target) =>
  (["kill", "pause"] as const).map((kind) => ({ target, kind })),
);
const faultsOf = (seed: string, rounds: number) =>
  Array.from({ length: rounds }, (_, at) => drawFault(seed, at + 1, CHOICES));

test("The same seed gives the same faults, and another seed gives other faults", () => {
  expect(faultsOf("7", 24)).toEqual(faultsOf("7", 24));
  expect(faultsOf("7", 24)).not.toEqual(faultsOf("8", 24));
});

test("Each choice is drawn once before any choice is drawn again", () => {
  const names = faultsOf("7", 12).map(({ target, kind }) => `${target} ${kind}`);
  expect(new Set(names.slice(0, 6)).size).toBe(6);
  expect(names.slice(6).toSorted()).toEqual(names.slice(0, 6).toSorted());
});

test("A drawn clock is between five minutes and an hour ahead or behind", () => {
  const clocks = faultsOf("7", 200).map(({ clockS }) => clockS);
  expect(clocks.every((seconds) => Math.abs(seconds) >= 300 && Math.abs(seconds) < 3_600)).toBe(
    true,
  );
  expect(new Set(clocks.map(Math.sign))).toEqual(new Set([-1, 1]));
});

test("Without a choice, drawing a fault fails", () => {
  expect(() => drawFault("7", 1, [])).toThrow("No fault can be injected");
});
