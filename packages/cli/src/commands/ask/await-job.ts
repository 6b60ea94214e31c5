import { ProcessingResponse, type ProxyRequest, ProxyResponse } from "@veil/contracts/public/proxy";
import { call } from "../../gateway/call.ts";
import { operationOf } from "../../gateway/operation-of.ts";
import { readAnswer } from "../../gateway/read-answer.ts";
import type { Received } from "../../gateway/send.ts";
import { note } from "../../output/print.ts";
import type { Cli } from "../../program/cli.ts";
import { CommandError } from "../../program/command-error.ts";
import type { Settings } from "../../settings/read-settings.ts";
import { withProgress } from "./progress.ts";

const START = operationOf("proxyMessages");
const READ = operationOf("readJob");

/**
 * The pauses between reads; the last one repeats. The gateway allows a key two reads per second.
 */
const PAUSES_MS = [1_000, 2_000, 4_000, 5_000];
const TRANSIENT_MAX = 10;

type Outcome =
  | { readonly kind: "done"; readonly answer: ProxyResponse }
  | { readonly kind: "running"; readonly jobId: string };

interface StartOptions {
  readonly idempotencyKey?: string | undefined;
}

/** Starts a job. @throws CommandError */
export async function startJob(
  cli: Cli,
  settings: Settings,
  body: ProxyRequest,
  { idempotencyKey }: StartOptions,
): Promise<Outcome> {
  const headers = idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey };
  try {
    return outcomeOf(await withProgress(cli, () => call(cli, settings, START, { body, headers })));
  } catch (error) {
    if (!cli.interrupted.aborted) throw error;
    throw new CommandError("interrupted", "interrupted before the gateway named a job", {
      cause: error,
      hint:
        idempotencyKey === undefined
          ? "the request may run, and count; with --idempotency-key the same command gets the same job"
          : "the same command gets the same job",
    });
  }
}

/**
 * Waits for the answer of a job.
 * @throws CommandError that says how to fetch the answer later, if that is possible
 */
export async function awaitJob(
  cli: Cli,
  settings: Settings,
  jobId: string,
): Promise<ProxyResponse> {
  const later = `veil ask --job ${jobId}`;
  note(cli, `The job ${jobId} is running; Ctrl-C leaves it running.`);
  try {
    return await withProgress(cli, () => polled(cli, settings, jobId));
  } catch (error) {
    if (cli.interrupted.aborted)
      throw new CommandError("interrupted", "interrupted; the job goes on", {
        cause: error,
        hint: `fetch its answer with: ${later}`,
      });
    if (error instanceof CommandError && (error.kind === "unreachable" || isTransient(error)))
      throw new CommandError(error.kind, error.message, {
        ...error.details,
        cause: error,
        hint: `the job goes on; fetch its answer with: ${later}`,
      });
    throw error;
  }
}

async function polled(cli: Cli, settings: Settings, jobId: string): Promise<ProxyResponse> {
  let failures = 0;
  for (let reads = 0; ; reads++) {
    const pauseMs = PAUSES_MS[Math.min(reads, PAUSES_MS.length - 1)] ?? 0;
    try {
      const received = await call(cli, settings, READ, { path: { job_id: jobId } });
      const outcome = outcomeOf(received);
      if (outcome.kind === "done") return outcome.answer;
      failures = 0;
      await cli.sleep(retryAfterMs(received) ?? pauseMs);
    } catch (error) {
      failures++;
      if (!isTransient(error) || failures > TRANSIENT_MAX) throw error;
      await cli.sleep(secondsToMs(error.details.retryAfterSeconds) ?? pauseMs);
    }
  }
}

function isTransient(error: unknown): error is CommandError {
  if (!(error instanceof CommandError)) return false;
  const { status } = error.details;
  return error.kind === "refused" && (status === 429 || status === 503);
}

/** Returns whether the job is done, from a response of the gateway. @throws CommandError */
function outcomeOf(received: Received): Outcome {
  const { status, text } = received;
  if (status !== 202) return { kind: "done", answer: readAnswer(ProxyResponse, text) };
  const { job_id } = readAnswer(ProcessingResponse, text);
  return { kind: "running", jobId: jobOfLocation(received) ?? job_id };
}

/**
 * Returns the id of the job in the Location header, if there is one.
 * @throws CommandError when it is not the path of a job, such as a URL on another host
 */
function jobOfLocation({ headers }: Received): string | undefined {
  const location = headers.get("location") ?? undefined;
  if (location === undefined) return undefined;
  const [, jobId] = /^\/api\/v1\/proxy\/jobs\/([A-Za-z0-9_-]+)$/.exec(location) ?? [];
  if (jobId !== undefined) return jobId;
  throw new CommandError("bad_answer", "the answer's Location is not that of a job");
}

function retryAfterMs({ headers }: Received): number | undefined {
  const text = headers.get("retry-after") ?? "";
  return /^\d{1,4}$/.test(text) ? secondsToMs(Number(text)) : undefined;
}

function secondsToMs(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1_000;
}
