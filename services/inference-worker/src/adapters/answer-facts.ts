import type { ProviderModel } from "@veil/contracts/inference";
import type { ModelList } from "@veil/llm-dialects";

const MODEL = /^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,127}$/;
/**
 * Matches the display name of a model or its owner. Excludes the punctuation of e-mail addresses.
 */
const TITLE = /^[\p{L}\p{N}][\p{L}\p{N} ._:/()+-]{0,127}$/u;
const STOP_REASON = /^[a-z_]{1,40}$/;

/**
 * Returns the model named in the response if it looks like a name, and otherwise the requested
 * model. Names from a provider reach the customer's trace and the audit log without a scan.
 */

export function modelName(answered: string | undefined, requested: string): string {
  return answered !== undefined && MODEL.test(answered) ? answered : requested;
}

export function models(list: ModelList["data"]): ProviderModel[] {
  return list
    .filter(({ id }) => MODEL.test(id))
    .map(({ id, created, created_at, owned_by, display_name }) => ({
      id,
      ...optional("created", secondsOf(created, created_at)),
      ...optional("owned_by", titleOf(owned_by)),
      ...optional("display_name", titleOf(display_name)),
    }));
}

function optional<N extends string, T>(name: N, value: T | undefined): { readonly [K in N]?: T } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [K in N]: T });
}

function titleOf(value: unknown): string | undefined {
  return typeof value === "string" && TITLE.test(value) ? value : undefined;
}

function secondsOf(created: unknown, createdAt: unknown): number | undefined {
  const isDate = typeof createdAt === "string" && /^\d{4}-\d\d-\d\dT/.test(createdAt);
  const seconds = isDate ? Math.floor(Date.parse(createdAt) / 1000) : Number(created ?? Number.NaN);
  return Number.isSafeInteger(seconds) && seconds >= 0 ? seconds : undefined;
}

/**
 * Returns the stop reason in lowercase, because some compatible servers send it in capitals, or
 * `unknown` if it does not look like one.
 */
export function stopReason(answered: string | null | undefined): string {
  const reason = answered?.toLowerCase() ?? "";
  return STOP_REASON.test(reason) ? reason : "unknown";
}

/** Returns the stop sequence only if it is one of the request's, since those are sanitised text. */
export function stopSequence(
  answered: string | null | undefined,
  requested: readonly string[] | undefined,
): string | undefined {
  return requested?.find((sequence) => sequence === answered);
}
