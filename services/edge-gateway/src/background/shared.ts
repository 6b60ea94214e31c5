/**
 * One run of `work` for all who ask: they join the run in hand, and its result serves for `keepMs` more. An
 * error is not kept.
 */
export function shared<T>(keepMs: number, work: () => Promise<T>): () => Promise<T> {
  let latest: Promise<T> | undefined;
  return () => {
    if (latest !== undefined) return latest;
    const run = work();
    const forget = () => {
      if (latest === run) latest = undefined;
    };
    latest = run;
    run.then(() => setTimeout(forget, keepMs).unref(), forget);
    return run;
  };
}
