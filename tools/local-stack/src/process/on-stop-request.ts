const SIGNALS: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM"];

/**
 * Listens for a stop signal, or for the exit of the parent process, which closes the IPC channel
 * (Node's `spawn` with "ipc").
 * @returns a function that removes the listener
 */
export function onStopRequest(listener: (signal: NodeJS.Signals) => void): () => void {
  const onDisconnect = () => listener("SIGTERM");
  for (const signal of SIGNALS) process.on(signal, listener);
  process.on("disconnect", onDisconnect);
  // The channel must not keep the process alive.
  process.channel?.unref();
  return () => {
    for (const signal of SIGNALS) process.off(signal, listener);
    process.off("disconnect", onDisconnect);
  };
}
