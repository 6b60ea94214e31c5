import type { Stack } from "@veil/local-stack";
import { addedTimes, type Figure, figure } from "../report.ts";
import { median, mediansByName } from "../statistics.ts";
import type { Round } from "./measure-stack.ts";
import { memoryFigures } from "./memory.ts";

const PEER = "direct upstream";

export function profileFigures(stack: Stack, rounds: readonly Round[]): Figure[] {
  const { profile } = stack;
  return [
    ...added(profile, rounds, "ours"),
    figure(`${profile}.requests_per_second`, perSecond(rounds, "ours"), "1/s", [
      "reference",
      perSecond(rounds, "reference"),
    ]),
    ...[...mediansByName(rounds.map(({ cpuMs }) => cpuMs))].map(([name, ms]) =>
      figure(`${profile}.${name}_cpu_ms_per_request`, ms, "ms"),
    ),
    ...memoryFigures(profile, stack.pids()),
  ];
}

export function referenceFigures(rounds: readonly Round[]): Figure[] {
  if (rounds.length === 0) return [];
  return [
    ...added("reference", rounds, "reference"),
    figure("reference.requests_per_second", perSecond(rounds, "reference"), "1/s", [
      PEER,
      perSecond(rounds, "direct"),
    ]),
  ];
}

function added(name: string, rounds: readonly Round[], target: "ours" | "reference"): Figure[] {
  const samplesOf = (of: keyof Round["samples"]) => rounds.flatMap(({ samples }) => samples[of]);
  return addedTimes(name, samplesOf(target), [PEER, samplesOf("direct")]);
}

function perSecond(rounds: readonly Round[], target: keyof Round["perSecond"]): number {
  return median(rounds.map((round) => round.perSecond[target]));
}
