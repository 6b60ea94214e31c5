/**
 * Far below the limit for AES-GCM with random nonces under one key (NIST SP 800-38D, section 8.3).
 */
const USES_A_CONTEXT = 4_096;
const CONTEXT_MS = 60_000;

/**
 * Returns a function that returns the current context, and the number of this use, starting at 0. A
 * context is renewed after a minute or 4 096 messages.
 */
export function createRenewedContext<Context>(
  renew: () => Context,
  nowMs: () => number,
): () => { readonly context: Context; readonly sequence: number } {
  let current: { context: Context; uses: number; until: number } | undefined;
  return () => {
    if (current === undefined || current.uses >= USES_A_CONTEXT || nowMs() >= current.until)
      current = { context: renew(), uses: 0, until: nowMs() + CONTEXT_MS };
    return { context: current.context, sequence: current.uses++ };
  };
}
