import type { Clock } from "@veil/contracts/clock";
import { ApiError, ERROR_STATUS } from "@veil/contracts/errors";
import {
  type EntityListReference,
  MAX_FINDINGS,
  type SanitiseRequest,
} from "@veil/contracts/sanitiser";
import { ServiceCallError, type ServiceClient, withTimeout } from "@veil/service-kit/http";
import { sanitiserOptions } from "@veil/veil/claims";
import type { FairQueue } from "../../../platform/fair-queue.ts";
import type { CallField } from "../content/call-field.ts";
import type { Sanitisation } from "../content/sanitisation.ts";
import type { TextScans } from "../scanning/text-scans.ts";
import { createKeyedSemaphore } from "./keyed-semaphore.ts";
import type { SanitiseOptions, Sanitiser } from "./ports.ts";
import { sanitiserDeadlineMs } from "./sanitiser-deadline.ts";

/** Boxes are large, and after a restart of the sanitiser all customers' lists are sent again. */
const DELIVERIES_AT_ONCE = 4;

interface HttpSanitiserOptions {
  readonly queue?: Pick<FairQueue, "run">;
  readonly timeoutMs: number;
  readonly msPerKb?: number;
  readonly clockMs?: Clock;
}

/**
 * The sanitiser's client. Any failure or doubt refuses the request. Lists are sent by name; their
 * boxes only when requested, and once for concurrent requests of a customer.
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
    const { requestId, traceparent } = options;
    const body = requestBody(fields, lists, options);
    const answer = await client.callForBytes({
      path: "/sanitise",
      body,
      headers: { "x-request-id": requestId, traceparent },
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
      // Another request has delivered them, so names are enough.
      if (delivered !== undefined) return delivered;
    }
  }

  return {
    async sanitise(fields, options) {
      const bytes = fields.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
      const allowedMs = sanitiserDeadlineMs(bytes, { timeoutMs, msPerKb });
      const endsMs = clockMs() + allowedMs;
      const { owner = "", gone: signal, isGone } = options;
      // Half of the time is left for the work.
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
  return new ApiError("invalid_field", 'Field "context" holds too much personal data at once', {
    hint: `At most ${MAX_FINDINGS} replacements per request. Split it into several requests`,
  });
}
