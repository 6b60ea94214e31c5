import type { SpanAttributes, Tracing } from "@veil/tracing";
import type { CheckpointStore } from "./checkpoints/checkpoint-ports.ts";
import type { EventStore } from "./ports.ts";

interface TracedStores {
  readonly store: EventStore;
  readonly checkpoints: CheckpointStore;
}

/** Returns the stores, with a trace of each append of events and of each new checkpoint. */
export function traceStores(
  { store, checkpoints }: TracedStores,
  tracing: Tracing | undefined,
): TracedStores {
  if (tracing === undefined) return { store, checkpoints };
  return {
    store: {
      ...store,
      append: (events) =>
        recorded(tracing, "store events", { "veil.audit.events": events.length }, () =>
          store.append(events),
        ),
    },
    checkpoints: {
      ...checkpoints,
      add: (checkpoint) =>
        recorded(tracing, "store checkpoint", { "veil.audit.log_size": checkpoint.size }, () =>
          checkpoints.add(checkpoint),
        ),
    },
  };
}

async function recorded<T>(
  tracing: Tracing,
  name: string,
  attributes: SpanAttributes,
  work: () => Promise<T>,
): Promise<T> {
  const startMs = now();
  const record = (isFailed: boolean) =>
    tracing.record({ name, kind: "own", startMs, endMs: now(), attributes, isFailed });
  try {
    const result = await work();
    record(false);
    return result;
  } catch (error) {
    record(true);
    throw error;
  }
}

const now = () => performance.timeOrigin + performance.now();
