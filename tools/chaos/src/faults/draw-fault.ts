import { createHash } from "node:crypto";
import type { FaultChoice, InjectedFault } from "./fault.ts";

const LONGEST_DELAY_MS = 1_500;
const SHORTEST_MS = 500;
const LONGEST_MS = 7_000;
const SMALLEST_CLOCK_S = 300;
const LARGEST_CLOCK_S = 3_600;

/**
 * Draws the fault of a round. The same seed, round and choices always give the same fault, and each
 * choice is drawn once before any choice is drawn again.
 */
export function drawFault(
  seed: string,
  round: number,
  choices: readonly FaultChoice[],
): InjectedFault {
  const pass = Math.floor((round - 1) / choices.length);
  const order = choices
    .map((choice) => ({ choice, rank: draw(seed, pass, choice.target, choice.kind) }))
    .sort((one, other) => one.rank - other.rank);
  const drawn = order[(round - 1) % choices.length];
  if (drawn === undefined) throw new Error("No fault can be injected");
  const { target, kind } = drawn.choice;
  return {
    ...{ target, kind },
    afterMs: draw(seed, round, "after") % LONGEST_DELAY_MS,
    lastsMs: SHORTEST_MS + (draw(seed, round, "lasts") % (LONGEST_MS - SHORTEST_MS)),
    clockS: drawClock(seed, round),
  };
}

function drawClock(seed: string, round: number): number {
  const drawn = draw(seed, round, "clock");
  const size = SMALLEST_CLOCK_S + (drawn % (LARGEST_CLOCK_S - SMALLEST_CLOCK_S));
  return draw(seed, round, "direction") % 2 === 0 ? size : -size;
}

/** Returns a number below 2^48 that looks random. */
function draw(...parts: readonly (string | number)[]): number {
  return createHash("sha256").update(JSON.stringify(parts)).digest().readUIntBE(0, 6);
}
