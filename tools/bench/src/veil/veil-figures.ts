import { type Figure, figure } from "../report.ts";
import { median, percentile } from "../statistics.ts";
import { CALL_KINDS, type MeasuredRoute } from "./call-targets.ts";
import type { AddedRound } from "./measure-added.ts";
import type { IssuingRound } from "./measure-issuing.ts";
import type { VerifyingRound } from "./measure-verifying.ts";

const WITHOUT = "without certificates";

export function addedFigures(profile: string, rounds: readonly AddedRound[]): Figure[] {
  return CALL_KINDS.flatMap((kind) => [
    ...addedTimes(`veil.${profile}.${kind}`, rounds, kind),
    ...addedCpu(`veil.${profile}.${kind}`, rounds, kind),
  ]);
}

function addedTimes(name: string, rounds: readonly AddedRound[], kind: MeasuredRoute): Figure[] {
  const certified = rounds.flatMap(({ samples }) => samples[kind].certified);
  const plain = rounds.flatMap(({ samples }) => samples[kind].plain);
  return [0.5, 0.99].map((p) => {
    const base = percentile(plain, p);
    const added = percentile(certified, p) - base;
    return figure(`${name}.added_p${p * 100}_ms`, added, "ms", [WITHOUT, base]);
  });
}

function addedCpu(name: string, rounds: readonly AddedRound[], kind: MeasuredRoute): Figure[] {
  const processes = [...(rounds[0]?.cpu[kind].certified.keys() ?? [])];
  const medianOf = (which: "certified" | "plain", process: string) =>
    median(rounds.map(({ cpu }) => cpu[kind][which].get(process) ?? 0));
  return processes.map((process) => {
    const peer: [string, number] = [WITHOUT, medianOf("plain", process)];
    const ms = medianOf("certified", process);
    return figure(`${name}.${process}_cpu_ms_per_request`, ms, "ms", peer);
  });
}

const SIGNING = "plain Ed25519 signing";

export function issuingFigures(rounds: readonly IssuingRound[]): Figure[] {
  const cpuMs = (process: string) => median(rounds.map(({ cpu }) => cpu.get(process) ?? 0));
  const plain = (of: "perSecond" | "perCpuSecond") =>
    median(rounds.map(({ plainSigning }) => plainSigning[of]));
  const issued = median(rounds.map(({ perSecond }) => perSecond));
  return [
    figure("veil.issued_per_second", issued, "1/s", [SIGNING, plain("perSecond")]),
    figure("veil.issued_per_cpu_second", 1_000 / cpuMs("all"), "1/s", [
      SIGNING,
      plain("perCpuSecond"),
    ]),
    ...[...(rounds[0]?.cpu.keys() ?? [])].map((process) =>
      figure(`veil.issued.${process}_cpu_ms`, cpuMs(process), "ms"),
    ),
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
