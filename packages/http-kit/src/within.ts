/**
 * Runs `work` with a signal that aborts after `timeoutMs` with a `TimeoutError`. Unlike
 * `AbortSignal.timeout`, no timer outlives work that ended earlier: at hundreds of calls a second with
 * time-outs of minutes those would pile up.
 */
export async function within<T>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(new DOMException("The time is up", "TimeoutError"));
  }, timeoutMs);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}
