import { type Evidence, type Exchange, textOf } from "./evidence.ts";

/** A promise of the product. `kept` is undefined if it was not checked. */
export interface Check {
  readonly promise: string;
  readonly kept: boolean | undefined;
  readonly because?: string;
}

export const INFERENCE_EVENT = "PROXY_INFERENCE_COMPLETED";

const REAL_PROVIDER = "what a real provider received cannot be inspected";
const PLACEHOLDER = /\[[A-Z][A-Z0-9_]*_[1-9][0-9]*\]/;

export function checkPromises(evidence: Evidence): readonly Check[] {
  return [
    check("Both letters were answered", evidence.exchanges.every(isCompleted)),
    ...checkProvider(evidence),
    check(
      "Without re-link the answer contains placeholders and no value",
      evidence.exchanges.every(isWithoutValues),
    ),
    check(
      "Re-link restored every value that the answer mentions",
      evidence.exchanges.every(isRestored),
    ),
    check(
      "The sandboxes' isolation was probed, and both directions are blocked",
      evidence.exchanges.every(isIsolated),
    ),
    check("The provider was called once per request", evidence.exchanges.every(isAskedOnce)),
    check(
      "Each request was counted once",
      evidence.usedAfter - evidence.usedBefore === 2 * evidence.exchanges.length,
    ),
    check(
      "The audit log contains each request once",
      evidence.events.get(INFERENCE_EVENT) === 2 * evidence.exchanges.length,
    ),
    ...checkCertificates(evidence),
    checkStores(evidence),
  ];
}

function checkCertificates({ certificates }: Evidence): readonly Check[] {
  const { expected, proven } = certificates;
  if (expected === 0) return [];
  const promise = "Each request has a certificate, proven by the audit log";
  if (proven === expected) return [{ promise, kept: true }];
  const because = `${expected - proven} of ${expected} are still pending`;
  return [{ promise, kept: undefined, because }];
}

function check(promise: string, kept: boolean): Check {
  return { promise, kept };
}

function checkProvider(evidence: Evidence): readonly Check[] {
  const identity = [evidence.customerId, evidence.email, evidence.apiKey];
  const seen = evidence.exchanges.map(({ received }) => received && JSON.stringify(received));
  const promises: readonly (readonly [string, (text: string, exchange: Exchange) => boolean])[] = [
    [
      "The provider saw none of the personal data in the letters",
      (text, { example }) => !example.planted.some((value) => text.includes(value)),
    ],
    [
      "The provider saw no customer id, email address or key",
      (text) => !identity.some((value) => text.includes(value)),
    ],
  ];
  return promises.map(([promise, holds]) => {
    if (seen.includes(undefined)) return { promise, kept: undefined, because: REAL_PROVIDER };
    const kept = evidence.exchanges.every(
      (exchange, index) => exchange.received?.length === 2 && holds(seen[index] ?? "", exchange),
    );
    return { promise, kept };
  });
}

function isCompleted({ unlinked, relinked }: Exchange): boolean {
  return [unlinked, relinked].every(({ status }) => status === "JOB_STATUS_COMPLETED");
}

function isWithoutValues({ unlinked, example }: Exchange): boolean {
  const text = textOf(unlinked);
  return PLACEHOLDER.test(text) && !example.planted.some((value) => text.includes(value));
}

/**
 * Requires all values from the simulator, which mentions all of them, but only one from a real
 * model, which may leave some out.
 */
function isRestored({ relinked, example, received }: Exchange): boolean {
  const text = textOf(relinked);
  if (relinked.relinked !== true || PLACEHOLDER.test(text)) return false;
  const restored = example.planted.filter((value) => text.includes(value));
  return received === undefined ? restored.length > 0 : restored.length === example.planted.length;
}

function isIsolated({ relinked }: Exchange): boolean {
  const { network_isolation: isolation } = relinked.compliance_trace;
  return (
    isolation.probed_at !== undefined &&
    isolation.sandbox_a_to_sandbox_b.startsWith("blocked") &&
    isolation.sandbox_b_to_sandbox_a.startsWith("blocked")
  );
}

function isAskedOnce({ unlinked, relinked, received }: Exchange): boolean {
  const attempts = [unlinked, relinked].map(({ compliance_trace: trace }) => trace.attempts);
  return attempts.every((count) => count === 1) && (received?.length ?? 2) === 2;
}

function checkStores({ stores, exchanges, email, apiKey }: Evidence): Check {
  const secrets = [...exchanges.flatMap(({ example }) => example.planted), email, apiKey];
  const leaks = [...stores].filter(([, text]) => secrets.some((value) => text.includes(value)));
  return {
    promise:
      "Databases and logs contain no personal data of the letters, no email address and no key",
    kept: leaks.length === 0,
    ...(leaks.length > 0 && { because: `found in ${leaks.map(([place]) => place).join(", ")}` }),
  };
}
