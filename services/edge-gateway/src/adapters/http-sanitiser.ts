import { ApiError, ERROR_STATUS } from "@veil/contracts/errors";
import {
  type EntityListReference,
  type SanitiseRequest,
  SanitiseResponse,
} from "@veil/contracts/sanitiser";
import { checked, ServiceCallError, type ServiceClient } from "@veil/http-kit";
import type { NamedText, Sanitisation, SanitiseOptions, Sanitiser } from "../ports/pipeline.ts";
import { verifiedSanitisation } from "./verified-sanitisation.ts";

const parse = checked(SanitiseResponse);

/**
 * The sanitiser's client. Whatever goes wrong, or looks wrong, refuses the request. Lists go by their names alone;
 * their boxes go along when they are asked for, once.
 */
export function createHttpSanitiser(
  client: ServiceClient,
  timeoutMs: number,
  clockMs: () => number = () => performance.now(),
): Sanitiser {
  async function ask(
    fields: readonly NamedText[],
    lists: readonly EntityListReference[],
    options: SanitiseOptions,
    endsMs: number,
  ): Promise<Sanitisation> {
    const { requestId, traceparent } = options;
    const sanitised = await client.call({
      path: "/sanitise",
      body: requestBody(fields, lists, options),
      headers: { "x-request-id": requestId, traceparent },
      timeoutMs: Math.max(1, Math.ceil(endsMs - clockMs())),
      parse: (body) => verifiedSanitisation(fields, parse(body)),
    });
    return { ...sanitised, listCount: lists.length };
  }

  return {
    async sanitise(fields, options) {
      const { lists } = options;
      const endsMs = clockMs() + timeoutMs;
      try {
        return await ask(fields, lists?.names ?? [], options, endsMs).catch(async (error) => {
          if (lists === undefined || !asksForLists(error)) throw error;
          return await ask(fields, await lists.boxes(), options, endsMs);
        });
      } catch (cause) {
        throw new ApiError(
          "sanitizer_unavailable",
          "The context could not be sanitised; nothing was forwarded",
          { cause, retryAfterSeconds: 5 },
        );
      }
    },
  };
}

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

function asksForLists(error: unknown): boolean {
  return error instanceof ServiceCallError && error.status === ERROR_STATUS.list_needed;
}
