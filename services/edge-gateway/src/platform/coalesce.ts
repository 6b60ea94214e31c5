/** Runs `work` once for concurrent callers; its result is kept for `keepMs`, an error is not. */
export function coalesce<T>(keepMs: number, work: () => Promise<T>): () => Promise<T> {
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
