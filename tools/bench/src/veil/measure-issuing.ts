import { setTimeout } from "node:timers/promises";
import type { Stack } from "@veil/local-stack";
import type pg from "pg";
import { load } from "../pipeline/load.ts";
import { type Rate, rateOf } from "../rate.ts";
import { inRounds, type Rounds } from "../rounds.ts";
import { CALL_KINDS, openCallTargets } from "./call-targets.ts";
import { fetchCertificates, type IssuedCertificates } from "./issued-certificates.ts";
import {
  issuedOfKept,
  keepCalls,
  keptCalls,
  putBack,
  removeKept,
  requestIdsOfKept,
  stopKeeping,
} from "./kept-calls.ts";
import { createPlainEd25519 } from "./plain-ed25519.ts";
import { type CpuMs, cpuFor, openProbe, type StackProbe } from "./stack-probe.ts";

export interface IssuingRound {
  /** Certificates per second, measured from the first claimed row to the last event in the log. */
  readonly perSecond: number;
  /** The CPU time per certificate. */
  readonly cpu: CpuMs;
  readonly plainSigning: Rate;
}

export interface Issuing {
  readonly rounds: readonly IssuingRound[];
  readonly issued: IssuedCertificates;
}

const CALLS = 4_096;
const CONCURRENCY = 16;
const LOAD_MS = 1_000;
const VERIFIED = 512;
const POLL_MS = 10;
const PEER_MS = 500;

/** Measures how fast the running services certify a gateway's backlog of ended calls. */
export async function measureIssuing(stack: Stack, options: Rounds): Promise<Issuing> {
  const probe = await openProbe(stack);
  try {
    options.onProgress(`issuing: making ${CALLS} calls`);
    const apiKey = await makeCalls(stack, probe.database);
    const calls = await keptCalls(probe.database);
    await probe.settle();
    const requestIds = await requestIdsOfKept(probe.database, VERIFIED);
    const issued = await fetchCertificates(stack, { apiKey, requestIds });
    const plain = createPlainEd25519(issued.files.map(({ certificate }) => certificate));
    await measureRound(probe, calls);
    const rounds = await inRounds(options, "issuing", async () => {
      const plainSigning = rateOf(plain.sign, PEER_MS);
      return { ...(await measureRound(probe, calls)), plainSigning };
    });
    return { rounds, issued };
  } finally {
    await probe.close();
  }
}

/** Makes the calls to certify. @returns the API key of their customer */
async function makeCalls(stack: Stack, database: pg.Client): Promise<string> {
  const targets = await openCallTargets(stack);
  try {
    await keepCalls(database);
    while ((await keptCalls(database)) < CALLS)
      for (const kind of CALL_KINDS) await load(targets[kind], CONCURRENCY, LOAD_MS);
    await stopKeeping(database);
    await stack.simulator?.clear();
    return targets.apiKey;
  } finally {
    await targets.close();
  }
}

async function measureRound(
  probe: StackProbe,
  calls: number,
): Promise<Pick<IssuingRound, "perSecond" | "cpu">> {
  await removeKept(probe.database);
  let seconds = 0;
  const cpu = await cpuFor(probe, calls, {
    prepare: () => putBack(probe.database),
    async work() {
      seconds = await secondsUntilIssued(probe);
    },
  });
  const issued = await issuedOfKept(probe.database);
  if (issued !== calls) throw new Error(`Of ${calls} calls ${issued} were certified`);
  return { perSecond: calls / seconds, cpu };
}

async function secondsUntilIssued(probe: StackProbe): Promise<number> {
  while (!(await isBegun(probe.database))) await setTimeout(POLL_MS);
  const startedAt = performance.now();
  while (!(await probe.isSettled())) await setTimeout(POLL_MS);
  return (performance.now() - startedAt) / 1_000;
}

const BEGUN = "select exists (select 1 from certificates where leased_until > now()) as begun";

async function isBegun(database: pg.Client): Promise<boolean> {
  const { rows } = await database.query<{ begun: boolean }>(BEGUN);
  return rows[0]?.begun === true;
}
