import { ApiError, ERROR_STATUS } from "@veil/contracts/errors";
import {
  type EntityListReference,
  MAX_FINDINGS,
  type SanitiseRequest,
} from "@veil/contracts/sanitiser";
import { ServiceCallError, type ServiceClient, within } from "@veil/http-kit";
import type { NamedText, Sanitisation, SanitiseOptions, Sanitiser } from "../ports/pipeline.ts";
import type { TextScans } from "../ports/text-scans.ts";
import { createTurns } from "./turns.ts";

/** Boxes are large, and after a restart of the sanitiser everybody needs theirs: only so many go out at once. */
const DELIVERIES_AT_ONCE = 4;

/**
 * The sanitiser's client. Whatever goes wrong, or looks wrong, refuses the request. Lists go by their names alone;
 * their boxes go along when they are asked for, with one request for all of the same customer.
 */
export function createHttpSanitiser(
  client: ServiceClient,
  scans: Pick<TextScans, "sanitised">,
  timeoutMs: number,
  clockMs: () => number = () => performance.now(),
): Sanitiser {
  const turns = createTurns(DELIVERIES_AT_ONCE);

  async function ask(
    fields: readonly NamedText[],
    lists: readonly EntityListReference[],
    options: SanitiseOptions,
    endsMs: number,
  ): Promise<Sanitisation> {
    const { requestId, traceparent } = options;
    const answer = await client.callForBytes({
      path: "/sanitise",
      body: requestBody(fields, lists, options),
      headers: { "x-request-id": requestId, traceparent },
      timeoutMs: Math.max(1, Math.ceil(endsMs - clockMs())),
    });
    const { texts, ...verified } = await scans.sanitised({ originals: fields, answer });
    const named = texts.map((text, index) => ({ name: fields[index]?.name ?? "", text }));
    return { ...verified, fields: named, answer, listCount: lists.length };
  }

  /** Undefined when the sanitiser needs boxes. */
  async function askByName(...[fields, names, options, endsMs]: Parameters<typeof ask>) {
    return await ask(fields, names, options, endsMs).catch((error: unknown) => {
      if (names.length === 0 || !isRefusedWith("list_needed", error)) throw error;
      return undefined;
    });
  }

  async function sanitise(
    fields: readonly NamedText[],
    options: SanitiseOptions,
  ): Promise<Sanitisation> {
    const { names = [], boxes = NO_BOXES } = options.lists ?? {};
    const endsMs = clockMs() + timeoutMs;
    for (;;) {
      const byName = await askByName(fields, names, options, endsMs);
      if (byName !== undefined) return byName;
      const deliver = async () => await ask(fields, await boxes(), options, endsMs);
      const leftMs = Math.max(1, endsMs - clockMs());
      const delivered = await within(leftMs, (signal) =>
        turns.take(names[0]?.id ?? "", signal, deliver),
      );
      // Another request has delivered them: the names should do now.
      if (delivered !== undefined) return delivered;
    }
  }

  return {
    async sanitise(fields, options) {
      try {
        return await sanitise(fields, options);
      } catch (cause) {
        if (isRefusedWith("too_many_findings", cause)) throw tooManyFindings();
        throw new ApiError(
          "sanitizer_unavailable",
          "The context could not be sanitised; nothing was forwarded",
          { cause, retryAfterSeconds: 5 },
        );
      }
    },
  };
}

const NO_BOXES = async () => [];

function requestBody(
  fields: readonly NamedText[],
  lists: readonly EntityListReference[],
  { language, policy, shield }: SanitiseOptions,
): SanitiseRequest {
  return {
    fields: [...fields],
    ...(language !== undefined && { language }),
    ...(policy !== undefined && { policy }),
    ...(lists.length > 0 && { lists: [...lists] }),
    ...(shield !== undefined && { shield }),
  };
}

function isRefusedWith(code: "list_needed" | "too_many_findings", error: unknown): boolean {
  return error instanceof ServiceCallError && error.status === ERROR_STATUS[code];
}

function tooManyFindings(): ApiError {
  return new ApiError("invalid_field", 'Field "context" holds too much personal data at once', {
    hint: `At most ${MAX_FINDINGS} replacements a request. Split it into several requests`,
  });
}
