import Table from "cli-table3";
import { percentile } from "./statistics.ts";

export interface Figure {
  readonly figure: string;
  readonly value: number;
  readonly unit: string;
  readonly peer?: string;
  readonly peer_value?: number;
  readonly ratio?: number;
}

export function figure(name: string, value: number, unit: string, peer?: [string, number]): Figure {
  const base = { figure: name, value: rounded(value), unit };
  if (peer === undefined) return base;
  const [peerName, peerValue] = peer;
  return {
    ...base,
    peer: peerName,
    peer_value: rounded(peerValue),
    ratio: rounded(value / peerValue),
  };
}

/**
 * Returns the percentiles that the samples add to the peer's samples. The samples include the
 * peer's time.
 */
export function addedTimes(
  name: string,
  samples: readonly number[],
  [peer, peerSamples]: readonly [string, readonly number[]],
): Figure[] {
  return [0.5, 0.99].map((p) => {
    const base = percentile(peerSamples, p);
    return figure(`${name}.added_p${p * 100}_ms`, percentile(samples, p) - base, "ms", [
      peer,
      base,
    ]);
  });
}

export function printFigures(figures: readonly Figure[], json: boolean): void {
  if (json) {
    for (const line of figures) process.stdout.write(`${JSON.stringify(line)}\n`);
    return;
  }
  const table = new Table({
    style: { head: [], border: [] },
    head: ["figure", "value", "unit", "peer", "peer's value", "ratio"],
  });
  for (const { figure: name, value, unit, peer, peer_value, ratio } of figures)
    table.push([name, value, unit, peer ?? "", peer_value ?? "", ratio ?? ""]);
  process.stdout.write(`${table.toString()}\n`);
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
