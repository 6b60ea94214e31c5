import { ApiError } from "@veil/contracts/errors";
import type { CompiledEntityList } from "@veil/pii";
import { createThreadPool, type ThreadPoolOptions } from "@veil/service-kit/threads";
import type { ListCompiler } from "../ports.ts";

const IDLE_MS = 5_000;
const QUEUE_LENGTH = 64;

/**
 * Creates a compiler that runs in one thread, which exists only while there is work. All threads
 * share the buffers of a compiled list. `worker` is the path of `list-worker.js`.
 */
export function createThreadedListCompiler(
  options: Pick<ThreadPoolOptions, "timeoutMs" | "memoryMb" | "worker" | "onError">,
): ListCompiler {
  const workers = createThreadPool<Uint8Array, CompiledEntityList>({
    ...options,
    threads: 1,
    idleMs: IDLE_MS,
    queueLength: QUEUE_LENGTH,
    failure: (cause) =>
      new ApiError("sanitizer_unavailable", "A list could not be compiled", { cause }),
  });
  return { compile: (content) => workers.run(content), close: workers.close };
}
