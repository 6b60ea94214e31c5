import { ApiError } from "@veil/contracts/errors";
import { SanitiseResponse } from "@veil/contracts/sanitiser";
import { checked, type ServiceClient } from "@veil/http-kit";
import type { Sanitiser } from "../ports/pipeline.ts";
import { verifiedSanitisation } from "./verified-sanitisation.ts";

const parse = checked(SanitiseResponse);

/** The sanitiser's client. Whatever goes wrong, or looks wrong, refuses the request. */
export function createHttpSanitiser(client: ServiceClient, timeoutMs: number): Sanitiser {
  return {
    async sanitise(fields, { requestId, traceparent, language }) {
      try {
        return await client.call({
          path: "/sanitise",
          body: { fields, ...(language !== undefined && { language }) },
          headers: { "x-request-id": requestId, traceparent },
          timeoutMs,
          parse: (body) => verifiedSanitisation(fields, parse(body)),
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
