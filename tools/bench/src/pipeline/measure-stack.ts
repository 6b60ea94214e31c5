import type { Stack } from "@veil/local-stack";
import { inRounds, type Rounds } from "../rounds.ts";
import { inTurn, type LoadResult, type LoadTarget, load, openTarget } from "./load.ts";
import { type CpuTimes, cpuPerRequest, cpuTimesOf } from "./stack-cpu.ts";
import type { Child } from "./start-child.ts";

const TIMES_A_ROUND = 200;
/** The warm-up, after which the JIT compilers of seven processes have settled. */
const WARM_UP_MS = 15_000;
const CONCURRENCY = 32;
const THROUGHPUT_MS = 4_000;

const LETTER =
  "Dear Ms Weber, my name is Anna Schmidt, born 12 March 1984. Please write to anna.schmidt@example.org or " +
  "call +49 30 901820. My IBAN is DE89 3704 0044 0532 0130 00. Kind regards, Anna Schmidt";
const TEMPLATE = "Summarise the letter in two sentences: {letter}";
const SANITISED =
  "Summarise the letter in two sentences: Dear Ms [PERSON_1], my name is [PERSON_2], born [DATE_OF_BIRTH_1]. " +
  "Please write to [EMAIL_1] or call [PHONE_1]. My IBAN is [IBAN_1]. Kind regards, [PERSON_2]";

/** The measured targets. `direct` is the provider without a gateway. */
type Targets = Readonly<Record<"ours" | "direct" | "reference", LoadTarget>>;

export interface Round {
  readonly samples: Readonly<Record<keyof Targets, readonly number[]>>;
  readonly perSecond: Readonly<Record<keyof Targets, number>>;
  /** CPU time per request, at the concurrency of `perSecond`. */
  readonly cpuMs: CpuTimes;
}

export async function measureStack(
  stack: Stack,
  reference: Child,
  options: Rounds,
): Promise<Round[]> {
  const { profile } = stack;
  const targets = await openTargets(stack, reference);
  try {
    options.onProgress(`${profile}: warming up`);
    await load(targets.direct, CONCURRENCY, WARM_UP_MS / 5);
    await load(targets.reference, CONCURRENCY, WARM_UP_MS / 5);
    await load(targets.ours, CONCURRENCY, WARM_UP_MS);
    return await inRounds(options, profile, async () => {
      await stack.simulator?.clear();
      return await measureRound(stack, targets);
    });
  } finally {
    await Promise.all(Object.values(targets).map((target) => target.close()));
  }
}

async function measureRound(stack: Stack, targets: Targets): Promise<Round> {
  const samples = await inTurn(targets, TIMES_A_ROUND);
  const direct = await load(targets.direct, CONCURRENCY, THROUGHPUT_MS / 2);
  const reference = await load(targets.reference, CONCURRENCY, THROUGHPUT_MS / 2);
  const before = cpuTimesOf(stack);
  const ours: LoadResult = await load(targets.ours, CONCURRENCY, THROUGHPUT_MS);
  return {
    samples,
    perSecond: {
      ours: ours.perSecond,
      direct: direct.perSecond,
      reference: reference.perSecond,
    },
    cpuMs: cpuPerRequest(before, cpuTimesOf(stack), ours.requests),
  };
}

async function openTargets(stack: Stack, reference: Child): Promise<Targets> {
  if (stack.simulator === undefined) throw new Error("The benchmark needs the upstream simulator");
  const { apiKey } = await stack.provision({ tier: "enterprise", managedAi: true });
  return {
    ours: openTarget({
      url: stack.gatewayUrl,
      path: "/api/v1/proxy/messages",
      headers: { "x-api-key": apiKey },
      body: { prompt_template: TEMPLATE, context: { letter: LETTER } },
    }),
    direct: openTarget({
      url: stack.simulator.url,
      path: "/v1/messages",
      headers: { "x-api-key": "sk-ant-bench", "anthropic-version": "2023-06-01" },
      body: {
        model: "bench",
        max_tokens: 1024,
        messages: [{ role: "user", content: SANITISED }],
      },
    }),
    reference: openTarget({
      url: reference.url,
      path: "/",
      headers: {},
      body: { text: TEMPLATE.replace("{letter}", LETTER) },
    }),
  };
}
