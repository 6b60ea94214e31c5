const MODEL = /^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,127}$/;
const STOP_REASON = /^[a-z_]{1,40}$/;

/**
 * Names that a provider sends reach the customer's trace and the audit log without a scan, so anything that does not
 * look like a name is replaced.
 */

export function modelName(answered: string | undefined, requested: string): string {
  return answered !== undefined && MODEL.test(answered) ? answered : requested;
}

export function modelNames(list: readonly { readonly id: string }[]): string[] {
  return list.map(({ id }) => id).filter((id) => MODEL.test(id));
}

export function stopReason(answered: string | null | undefined): string {
  return typeof answered === "string" && STOP_REASON.test(answered) ? answered : "unknown";
}

/** Only one of the request's, which is sanitised text. */
export function stopSequence(
  answered: string | null | undefined,
  requested: readonly string[] | undefined,
): string | undefined {
  return requested?.find((sequence) => sequence === answered);
}
