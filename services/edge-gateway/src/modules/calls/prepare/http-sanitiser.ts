import type { Clock } from "@veil/contracts/clock";
import { ApiError, ERROR_STATUS } from "@veil/contracts/errors";
import {
  type EntityListReference,
  MAX_FINDINGS,
  type SanitiseRequest,
} from "@veil/contracts/sanitiser";
import { ServiceCallError, type ServiceClient, withTimeout } from "@veil/service-kit/http";
import { sanitiserOptions } from "@veil/veil/claims";
import { FairQueue, type Load } from "../../../platform/fair-queue.ts";
import type { CallField, Sanitisation } from "../content/sanitised-content.ts";
import type { TextScans } from "../scanning/text-scans.ts";
import type { SanitiseOptions, Sanitiser } from "./ports.ts";

/**
 * Limits how many requests send boxes at once, because boxes are large and after a restart of the
 * sanitiser all customers' lists are sent again.
 */
const DELIVERIES_AT_ONCE = 4;

interface HttpSanitiserOptions {
  readonly queue?: Pick<FairQueue, "run">;
  readonly timeoutMs: number;
  readonly msPerKb?: number;
  readonly clockMs?: Clock;
}

/**
 * Creates the client of the sanitiser. A request is refused if the call fails or its result cannot
 * be verified. Lists are sent by name. Their boxes are sent only if the sanitiser needs them, and
 * only once for concurrent requests of a customer.
 */
export function createHttpSanitiser(
  client: ServiceClient,
  scans: Pick<TextScans, "sanitised">,
  options: HttpSanitiserOptions,
): Sanitiser {
  const { queue = AT_ONCE, timeoutMs, msPerKb = 0, clockMs = () => performance.now() } = options;
  const semaphore = createKeyedSemaphore(DELIVERIES_AT_ONCE);

  async function ask(
    fields: readonly CallField[],
    lists: readonly EntityListReference[],
    options: SanitiseOptions,
    endsMs: number,
  ): Promise<Sanitisation> {
    const body = requestBody(fields, lists, options);
    const answer = await client.callForBytes({
      path: "/sanitise",
      body,
      headers: { "x-request-id": options.requestId },
      timeoutMs: Math.max(1, Math.ceil(endsMs - clockMs())),
    });
    const claim = options.claim && { ...options.claim, options: sanitiserOptions(body) };
    const parts = { originals: fields, answer, ...(claim && { claim }) };
    const { texts, ...verified } = await scans.sanitised(parts);
    const named = texts.map((text, index) => ({ name: fields[index]?.name ?? "", text }));
    return { ...verified, fields: named, answer, listCount: lists.length };
  }

  async function askByName(...[fields, names, options, endsMs]: Parameters<typeof ask>) {
    return await ask(fields, names, options, endsMs).catch((error: unknown) => {
      if (names.length === 0 || !isRefusedWith("list_needed", error)) throw error;
      return undefined;
    });
  }

  async function sanitise(
    fields: readonly CallField[],
    options: SanitiseOptions,
    endsMs: number,
  ): Promise<Sanitisation> {
    const { names = [], boxes = NO_BOXES } = options.lists ?? {};
    for (;;) {
      const byName = await askByName(fields, names, options, endsMs);
      if (byName !== undefined) return byName;
      const deliver = async () => await ask(fields, await boxes(), options, endsMs);
      const leftMs = Math.max(1, endsMs - clockMs());
      const delivered = await withTimeout(leftMs, (signal) =>
        semaphore.take(names[0]?.id ?? "", signal, deliver),
      );
      // If another request has sent the boxes, this one tries again with names only.
      if (delivered !== undefined) return delivered;
    }
  }

  return {
    async sanitise(fields, options) {
      const bytes = fields.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
      const allowedMs = sanitiserDeadlineMs(bytes, { timeoutMs, msPerKb });
      const endsMs = clockMs() + allowedMs;
      const { owner = "", gone: signal, isGone } = options;
      // At most half of the time is spent waiting, so the rest is left for the work.
      const call = { owner, bytes, maxWaitMs: allowedMs / 2, signal, isGone };
      return await queue.run(call, () =>
        sanitise(fields, options, endsMs).catch((cause: unknown) => {
          throw refusalFor(cause);
        }),
      );
    },
  };
}

function refusalFor(cause: unknown): ApiError {
  if (isRefusedWith("too_many_findings", cause)) return tooManyFindings();
  return new ApiError(
    "sanitizer_unavailable",
    "The context could not be sanitised; nothing was forwarded",
    { cause, retryAfterSeconds: 5 },
  );
}

const AT_ONCE: Pick<FairQueue, "run"> = { run: (_call, work) => work() };
const NO_BOXES = async () => [];

function requestBody(
  fields: readonly CallField[],
  lists: readonly EntityListReference[],
  { language, policy, shield, claim }: SanitiseOptions,
): SanitiseRequest {
  return {
    fields: fields.map(({ name, text, label }) => ({
      name,
      text,
      ...(label !== undefined && { label }),
    })),
    ...(language !== undefined && { language }),
    ...(policy !== undefined && { policy }),
    ...(lists.length > 0 && { lists: [...lists] }),
    ...(shield !== undefined && { shield }),
    ...(claim !== undefined && { claim }),
  };
}

function isRefusedWith(code: "list_needed" | "too_many_findings", error: unknown): boolean {
  return error instanceof ServiceCallError && error.status === ERROR_STATUS[code];
}

function tooManyFindings(): ApiError {
  return new ApiError("invalid_field", "The request holds too much personal data at once", {
    hint: `At most ${MAX_FINDINGS} replacements per request. Split it into several requests`,
  });
}

interface SanitiserTiming {
  readonly timeoutMs: number;
  readonly msPerKb: number;
}

export const SANITISER_MS_PER_KB = 10;
const LONGEST_MS = 60_000;

export function sanitiserDeadlineMs(bytes: number, timing: SanitiserTiming): number {
  return Math.min(timing.timeoutMs + (bytes / 1_000) * timing.msPerKb, LONGEST_MS);
}

/** The sanitiser processes texts of at least this size in separate threads. */
const LONG_FROM_BYTES = 64 * 1024;
const MB = 1024 * 1024;
const WAITING = { all: { calls: 4_096, bytes: 64 * MB }, own: { calls: 256, bytes: 16 * MB } };

/**
 * Creates a queue that shares the sanitiser fairly between customers. Short texts never wait for
 * long ones.
 */
export function createSanitiserQueue(inFlight: {
  readonly all: Load;
  readonly own: Load;
}): Pick<FairQueue, "run"> {
  const bounds = { inFlight, waiting: WAITING };
  const [short, long] = [new FairQueue(bounds), new FairQueue(bounds)] as const;
  return {
    run: (call, work) => (call.bytes < LONG_FROM_BYTES ? short : long).run(call, work),
  };
}

export function createKeyedSemaphore(atOnce: number) {
  const running = new Map<string, Promise<unknown>>();

  return {
    async take<T>(
      key: string,
      signal: AbortSignal,
      work: () => Promise<T>,
    ): Promise<T | undefined> {
      while (running.size >= atOnce && !running.has(key)) {
        await Promise.race([...running.values()].map(ended));
        signal.throwIfAborted();
      }
      const same = running.get(key);
      if (same !== undefined) {
        await ended(same);
        return undefined;
      }
      const own = work();
      running.set(key, own);
      try {
        return await own;
      } finally {
        running.delete(key);
      }
    },
  };
}

function ended(work: Promise<unknown>): Promise<void> {
  return work.then(
    () => {},
    () => {},
  );
}
