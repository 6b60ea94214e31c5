import type { Stack } from "@veil/local-stack";
import { residentMegabytes } from "../pipeline/memory.ts";
import { type Figure, figure } from "../report.ts";
import { median, percentile } from "../statistics.ts";
import type { SdkRound } from "./measure-sdk.ts";
import type { SdkHost, StreamingHost } from "./sdk-targets.ts";
import type { Portkey } from "./start-portkey.ts";
import type { StreamTimes } from "./stream-target.ts";
import type { TextSize } from "./texts.ts";

const PEERS = ["portkey", "reference"] as const;

/** A figure with several peers has one line for each. */
export function sdkFigures(
  stack: Stack,
  portkey: Portkey,
  rounds: readonly SdkRound[],
): readonly Figure[] {
  return [
    ...latency(rounds, "300b", 0.5),
    ...latency(rounds, "300b", 0.99),
    ...latency(rounds, "4kb", 0.5),
    ...latency(rounds, "4kb", 0.99),
    ...PEERS.map((peer) =>
      figure("sdk.requests_per_second", perSecond(rounds, "ours"), "1/s", [
        peer,
        perSecond(rounds, peer),
      ]),
    ),
    ...streams(rounds),
    ...cpu(rounds),
    ...[...stack.pids()].map(([name, pid]) =>
      figure(`sdk.memory.${name}_mb`, residentMegabytes(pid), "MB"),
    ),
    figure("sdk.memory.portkey_mb", residentMegabytes(portkey.pid), "MB"),
  ];
}

function latency(rounds: readonly SdkRound[], size: TextSize, p: number): readonly Figure[] {
  const at = (name: SdkHost) =>
    percentile(
      rounds.flatMap(({ samples }) => samples[size][name]),
      p,
    );
  const added = (name: SdkHost) => at(name) - at("direct");
  return PEERS.map((peer) =>
    figure(`sdk.${size}_added_p${p * 100}_ms`, added("ours"), "ms", [peer, added(peer)]),
  );
}

function perSecond(rounds: readonly SdkRound[], name: keyof SdkRound["perSecond"]): number {
  return median(rounds.map((round) => round.perSecond[name]));
}

function streams(rounds: readonly SdkRound[]): readonly Figure[] {
  const added = (name: StreamingHost, time: keyof StreamTimes) =>
    medianOf(rounds, name, time) - medianOf(rounds, "direct", time);
  const line = (name: string, time: keyof StreamTimes) =>
    figure(name, added("ours", time), "ms", ["portkey", added("portkey", time)]);
  return [
    line("sdk.first_token_added_ms", "firstTokenMs"),
    line("sdk.event_added_ms", "perEventMs"),
  ];
}

function medianOf(
  rounds: readonly SdkRound[],
  name: StreamingHost,
  time: keyof StreamTimes,
): number {
  return median(rounds.flatMap((round) => round.streams[name].map((one) => one[time])));
}

function cpu(rounds: readonly SdkRound[]): readonly Figure[] {
  const portkey = median(rounds.map((round) => round.portkeyCpuMs));
  return [...(rounds[0]?.cpuMs.keys() ?? [])].map((name) =>
    figure(
      `sdk.${name}_cpu_ms_per_request`,
      median(rounds.map((round) => round.cpuMs.get(name) ?? 0)),
      "ms",
      name === "services" || name === "all" ? ["portkey", portkey] : undefined,
    ),
  );
}
