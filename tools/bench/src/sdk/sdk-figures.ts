import type { Stack } from "@veil/local-stack";
import { memoryFigures } from "../pipeline/memory.ts";
import { type Figure, figure } from "../report.ts";
import { median, mediansByName, percentile } from "../statistics.ts";
import type { SdkRound } from "./measure-sdk.ts";
import {
  OTHER_FORMATS,
  type SdkHost,
  type SdkPeers,
  type StreamingHost,
  type StreamName,
} from "./sdk-targets.ts";
import type { StreamTimes } from "./stream-target.ts";
import type { TextSize } from "./texts.ts";

/** Returns the figures, with one line per peer for figures that have several peers. */
export function sdkFigures(
  stack: Stack,
  peers: SdkPeers,
  rounds: readonly SdkRound[],
): readonly Figure[] {
  return [
    ...latency(rounds, "300b", 0.5),
    ...latency(rounds, "300b", 0.99),
    ...latency(rounds, "4kb", 0.5),
    ...latency(rounds, "4kb", 0.99),
    ...peersOf(rounds).map((peer) =>
      figure("sdk.requests_per_second", perSecond(rounds, "ours"), "1/s", [
        peer,
        perSecond(rounds, peer),
      ]),
    ),
    ...streams(rounds),
    ...OTHER_FORMATS.flatMap((format) => otherStreams(rounds, format)),
    ...cpu(rounds),
    ...memoryFigures("sdk", stack.pids()),
    ...memoryFigures("sdk", new Map(Object.entries(peers).map(([name, { pid }]) => [name, pid]))),
  ];
}

/** Returns the peers that were measured. */
function peersOf(rounds: readonly SdkRound[]): readonly SdkHost[] {
  return (["portkey", "cloakpipe", "reference"] as const).filter((peer) =>
    rounds.some(({ perSecond }) => perSecond[peer] !== undefined),
  );
}

function latency(rounds: readonly SdkRound[], size: TextSize, p: number): readonly Figure[] {
  const at = (name: SdkHost) =>
    percentile(
      rounds.flatMap(({ samples }) => samples[size][name] ?? []),
      p,
    );
  const added = (name: SdkHost) => at(name) - at("direct");
  return peersOf(rounds).map((peer) =>
    figure(`sdk.${size}_added_p${p * 100}_ms`, added("ours"), "ms", [peer, added(peer)]),
  );
}

function perSecond(rounds: readonly SdkRound[], name: SdkHost): number {
  return median(rounds.flatMap((round) => round.perSecond[name] ?? []));
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

/** Compares a format's streams through our gateway with those of `POST /v1/messages`. */
function otherStreams(rounds: readonly SdkRound[], format: StreamName): readonly Figure[] {
  const line = (name: string, time: keyof StreamTimes) =>
    figure(`sdk.${format}.${name}`, medianOf(rounds, format, time), "ms", [
      "messages",
      medianOf(rounds, "ours", time),
    ]);
  return [line("first_token_ms", "firstTokenMs"), line("event_ms", "perEventMs")];
}

function medianOf(rounds: readonly SdkRound[], name: StreamName, time: keyof StreamTimes): number {
  return median(rounds.flatMap((round) => round.streams[name].map((one) => one[time])));
}

function cpu(rounds: readonly SdkRound[]): readonly Figure[] {
  return [...mediansByName(rounds.map(({ cpuMs }) => cpuMs))].flatMap(([name, ours]) => {
    const line = (peer?: [string, number]) =>
      figure(`sdk.${name}_cpu_ms_per_request`, ours, "ms", peer);
    return name === "services" || name === "all" ? peerCpu(rounds).map(line) : [line()];
  });
}

function peerCpu(rounds: readonly SdkRound[]): readonly [string, number][] {
  return (["portkey", "cloakpipe"] as const).flatMap((peer): [string, number][] => {
    const times = rounds.flatMap(({ peerCpuMs }) => peerCpuMs[peer] ?? []);
    return times.length === 0 ? [] : [[peer, median(times)]];
  });
}
