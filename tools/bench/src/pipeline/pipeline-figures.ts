import type { Stack } from "@veil/local-stack";
import { type Figure, figure } from "../report.ts";
import { median, percentile } from "../statistics.ts";
import type { Round } from "./measure-stack.ts";
import { residentMegabytes } from "./memory.ts";

const PEER = "direct upstream";

export function profileFigures(stack: Stack, rounds: readonly Round[]): Figure[] {
  const { profile } = stack;
  return [
    ...added(rounds, "ours").map(([p, ms, direct]) =>
      figure(`${profile}.added_p${p * 100}_ms`, ms, "ms", [PEER, direct]),
    ),
    figure(`${profile}.requests_per_second`, perSecond(rounds, "ours"), "1/s", [
      "reference",
      perSecond(rounds, "reference"),
    ]),
    ...cpu(profile, rounds),
    ...[...stack.pids()].map(([name, pid]) =>
      figure(`${profile}.memory.${name}_mb`, residentMegabytes(pid), "MB"),
    ),
  ];
}

export function referenceFigures(rounds: readonly Round[]): Figure[] {
  if (rounds.length === 0) return [];
  return [
    ...added(rounds, "reference").map(([p, ms, direct]) =>
      figure(`reference.added_p${p * 100}_ms`, ms, "ms", [PEER, direct]),
    ),
    figure("reference.requests_per_second", perSecond(rounds, "reference"), "1/s", [
      PEER,
      perSecond(rounds, "direct"),
    ]),
  ];
}

function added(rounds: readonly Round[], target: "ours" | "reference") {
  const samples = rounds.flatMap((round) => round.samples[target]);
  const direct = rounds.flatMap((round) => round.samples.direct);
  return [0.5, 0.99].map((p) => {
    const base = percentile(direct, p);
    return [p, percentile(samples, p) - base, base] as const;
  });
}

function perSecond(rounds: readonly Round[], target: keyof Round["perSecond"]): number {
  return median(rounds.map((round) => round.perSecond[target]));
}

function cpu(profile: string, rounds: readonly Round[]): Figure[] {
  const [first] = rounds;
  return [...(first?.cpuMs.keys() ?? [])].map((name) =>
    figure(
      `${profile}.${name}_cpu_ms_per_request`,
      median(rounds.map((round) => round.cpuMs.get(name) ?? 0)),
      "ms",
    ),
  );
}
