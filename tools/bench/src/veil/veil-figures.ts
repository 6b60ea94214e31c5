import { addedTimes, type Figure, figure } from "../report.ts";
import { median, mediansByName } from "../statistics.ts";
import { CALL_KINDS, type MeasuredRoute } from "./call-targets.ts";
import type { AddedRound } from "./measure-added.ts";
import type { IssuingRound } from "./measure-issuing.ts";
import type { VerifyingRound } from "./measure-verifying.ts";

const WITHOUT = "without certificates";

export function addedFigures(profile: string, rounds: readonly AddedRound[]): Figure[] {
  return CALL_KINDS.flatMap((kind) => {
    const name = `veil.${profile}.${kind}`;
    const certified = rounds.flatMap(({ samples }) => samples[kind].certified);
    const plain = rounds.flatMap(({ samples }) => samples[kind].plain);
    return [...addedTimes(name, certified, [WITHOUT, plain]), ...addedCpu(name, rounds, kind)];
  });
}

function addedCpu(name: string, rounds: readonly AddedRound[], kind: MeasuredRoute): Figure[] {
  const plain = mediansByName(rounds.map(({ cpu }) => cpu[kind].plain));
  const certified = mediansByName(rounds.map(({ cpu }) => cpu[kind].certified));
  return [...certified].map(([process, ms]) => {
    const peer: [string, number] = [WITHOUT, plain.get(process) ?? 0];
    return figure(`${name}.${process}_cpu_ms_per_request`, ms, "ms", peer);
  });
}

const SIGNING = "plain Ed25519 signing";

export function issuingFigures(rounds: readonly IssuingRound[]): Figure[] {
  const cpuMs = mediansByName(rounds.map(({ cpu }) => cpu));
  const plain = (of: "perSecond" | "perCpuSecond") =>
    median(rounds.map(({ plainSigning }) => plainSigning[of]));
  const issued = median(rounds.map(({ perSecond }) => perSecond));
  return [
    figure("veil.issued_per_second", issued, "1/s", [SIGNING, plain("perSecond")]),
    figure("veil.issued_per_cpu_second", 1_000 / (cpuMs.get("all") ?? 0), "1/s", [
      SIGNING,
      plain("perCpuSecond"),
    ]),
    ...[...cpuMs].map(([process, ms]) => figure(`veil.issued.${process}_cpu_ms`, ms, "ms")),
  ];
}

export function verifyingFigures(rounds: readonly VerifyingRound[]): Figure[] {
  const rate = (of: keyof VerifyingRound) => median(rounds.map((round) => round[of].perCpuSecond));
  const plain: [string, number] = ["plain Ed25519 verification", rate("plain")];
  return [
    figure("veil.verified_per_second", rate("single"), "1/s", plain),
    figure("veil.verified_of_many_per_second", rate("many"), "1/s", plain),
    figure("veil.verified_portable_per_second", rate("portable"), "1/s", [
      "tweetnacl",
      rate("plainPortable"),
    ]),
  ];
}
