import { ApiError } from "@veil/contracts/errors";
import {
  PREVIEW_TEXT_BYTES,
  type PreviewRequest,
  type PreviewResponse,
} from "@veil/contracts/public/scan";
import type { CustomerCaller } from "../../accounts/index.ts";
import { type CallTrace, detectionLayers, redactionsIn } from "../../calls/index.ts";
import { type EntityLists, effectivePolicy, policyOfRequest } from "../../entities/index.ts";
import type { ScanDeps } from "./scan-text.ts";

export interface PreviewDeps extends Pick<ScanDeps, "sanitiser" | "clockMs"> {
  readonly entityLists: Pick<EntityLists, "boxes">;
}

const FIELD = "text";

/**
 * Returns what a call of this customer would replace in a text, without the LLM shield. Neither the
 * text nor the result is stored.
 * @throws ApiError `request_too_large`, `invalid_field` for a policy that the key does not allow,
 * or an error of the sanitiser
 */
export async function previewText(
  deps: PreviewDeps,
  { text, language, entity_policy = {} }: PreviewRequest,
  { caller, trace }: { readonly caller: CustomerCaller; readonly trace: CallTrace },
): Promise<PreviewResponse> {
  const startedAt = deps.clockMs();
  if (Buffer.byteLength(text) > PREVIEW_TEXT_BYTES)
    throw new ApiError("request_too_large", 'Field "text" is too long', {
      hint: `At most ${PREVIEW_TEXT_BYTES} bytes of UTF-8`,
    });
  const { customerId: owner, entityLists: names } = caller;
  const policy = effectivePolicy(caller.entityPolicy, policyOfRequest(entity_policy));
  const originals = [{ name: FIELD, text }];
  const { fields, answer, layers } = await deps.sanitiser.sanitise(originals, {
    ...{ ...trace, owner },
    ...(language !== undefined && { language }),
    ...(policy !== undefined && { policy }),
    ...(names.length > 0 && { lists: { names, boxes: () => deps.entityLists.boxes(owner) } }),
  });
  const redactions = redactionsIn({ originals, answer }).get(FIELD) ?? [];
  return {
    redacted: fields.map((field) => field.text).join(""),
    redactions: redactions.map(({ placeholder, type, start, end, confidence, recognizer }) => ({
      ...{ placeholder, type, start, end, confidence, recognizer },
    })),
    latency_ms: Math.max(0, Math.round(deps.clockMs() - startedAt)),
    layers_active: detectionLayers(layers),
  };
}
