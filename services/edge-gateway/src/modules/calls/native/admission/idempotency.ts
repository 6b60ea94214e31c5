import { ApiError } from "@veil/contracts/errors";
import { constantTimeEqual, hmacSha256 } from "@veil/crypto";
import type { KeyCaller } from "../../../accounts/index.ts";
import type { Jobs } from "../ports.ts";
import type { AdmittedJob } from "./admitted-job.ts";

export interface IdempotencyDeps {
  readonly jobs: Jobs;
  readonly lookupKey: Uint8Array;
  readonly bodyKey: Uint8Array;
}

export interface Idempotency {
  readonly lookup: Uint8Array;
  readonly bodyHash: Uint8Array;
}

export function idempotencyOf(
  { lookupKey, bodyKey }: IdempotencyDeps,
  idempotencyKey: string,
  bodyBytes: Uint8Array,
): Idempotency {
  return {
    lookup: hmacSha256(lookupKey, `idempotency-key\n${idempotencyKey}`),
    bodyHash: hmacSha256(bodyKey, bodyBytes),
  };
}

export async function findRepeated(
  { jobs }: Pick<IdempotencyDeps, "jobs">,
  caller: KeyCaller,
  { lookup, bodyHash }: Idempotency,
): Promise<AdmittedJob | undefined> {
  const known = await jobs.findIdempotent(caller.customerId, lookup);
  if (known === undefined) return undefined;
  if (!constantTimeEqual(known.bodyHash, bodyHash))
    throw new ApiError(
      "invalid_field",
      "This Idempotency-Key was already used with a different request body",
      {
        hint: "Use a new key for a new request",
      },
    );
  return { jobId: known.jobId, repeatable: true };
}
