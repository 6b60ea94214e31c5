const SIGNALS: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM"];

/**
 * Calls `listener` for every request to end: a signal, or the end of the process that started this one over
 * an IPC channel (Node's `spawn` with "ipc").
 *
 * @returns what removes the listener again
 */
export function onStopRequest(listener: (signal: NodeJS.Signals) => void): () => void {
  const onDisconnect = () => listener("SIGTERM");
  for (const signal of SIGNALS) process.on(signal, listener);
  process.on("disconnect", onDisconnect);
  // Listening must not keep a process alive that has nothing else to do.
  process.channel?.unref();
  return () => {
    for (const signal of SIGNALS) process.off(signal, listener);
    process.off("disconnect", onDisconnect);
  };
}
