/**
 * The loggable parts of an error. It omits messages and `detail`, because drivers and parsers put
 * values into them.
 */
interface ErrorDescription {
  readonly name: string;
  readonly code?: string;
  readonly frames: readonly string[];
  readonly cause?: ErrorDescription;
}

export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { name: typeof error, frames: [] };
  const { code } = error as { code?: unknown };
  return {
    name: error.name,
    ...(typeof code === "string" && /^[A-Za-z0-9_.-]{1,64}$/.test(code) && { code }),
    frames: frames(error),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  };
}

function frames({ stack = "" }: Error): string[] {
  const lines = stack.split("\n").map((line) => line.trim());
  return lines.filter((line) => /^at .*:\d+:\d+\)?$/.test(line)).slice(0, 8);
}
