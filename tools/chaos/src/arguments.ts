import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import type { Profile } from "@veil/local-stack";
import { type Target, targetsOf } from "./faults/fault.ts";

export const CHAOS_USAGE = `Usage: npm run chaos -- --profile cluster|embedded --rounds N [options]
Sends calls to a stack on this machine while one service or server fails in each round, and compares afterwards what the
customer, the provider, the usage, the audit log, the certificates and every sink know about each call. The exit code is
1 after a discrepancy, which is printed with seed, round, fault and request id.

  --profile NAME   cluster (needs redis-server and rabbitmq-server) or embedded
  --rounds N       how many rounds, also those that --resume finds
  --targets A,B    only these services and servers (default: all of the profile)
  --seed S         the faults to draw; the same seed draws the same faults (default: random)
  --out FILE       writes the report as Markdown, and the finished rounds to FILE.rounds.json
  --resume         continues the run that FILE.rounds.json has
  --help`;

export interface ChaosArguments {
  readonly profile: Profile;
  readonly rounds: number;
  readonly targets: readonly Target[];
  readonly seed: string;
  readonly out: string | undefined;
  readonly resume: boolean;
}

/** @throws Error with a message for the user */
export function parseChaosArguments(args: readonly string[]): ChaosArguments | "help" {
  const { values } = parseArgs({
    args: [...args],
    options: {
      profile: { type: "string" },
      rounds: { type: "string" },
      targets: { type: "string" },
      seed: { type: "string" },
      out: { type: "string" },
      resume: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return "help";
  const { profile, out, resume } = values;
  if (profile !== "cluster" && profile !== "embedded")
    throw new Error("--profile is cluster or embedded; see --help");
  if (resume && out === undefined) throw new Error("--resume needs --out FILE; see --help");
  const { seed = String(randomInt(1e9)) } = values;
  if (!/^[A-Za-z0-9_-]{1,40}$/.test(seed))
    throw new Error("--seed has 1 to 40 letters, digits, - and _");
  const rounds = roundsOf(values.rounds);
  return { profile, out, resume, seed, rounds, targets: targetsIn(values.targets, profile) };
}

function roundsOf(text: string | undefined): number {
  if (text === undefined || !/^[1-9]\d{0,4}$/.test(text))
    throw new Error("--rounds is a number from 1 to 99999; see --help");
  return Number(text);
}

function targetsIn(text: string | undefined, profile: Profile): readonly Target[] {
  const all = targetsOf(profile);
  if (text === undefined) return all;
  const names = text.split(",");
  const unknown = names.filter((name) => !(all as readonly string[]).includes(name));
  if (unknown.length > 0)
    throw new Error(`--targets: no ${unknown.join(", ")}; the profile has ${all.join(", ")}`);
  return names as Target[];
}
