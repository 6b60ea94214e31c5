import { THREAD_ARGUMENTS } from "@veil/config";
import { ApiError } from "@veil/contracts/errors";
import { within } from "@veil/http-kit";
import type { CompiledEntityList } from "@veil/pii";
import { Piscina } from "piscina";
import type { ListCompiler } from "../ports.ts";
import type { RefusedJob } from "./pii-worker.ts";

interface PiscinaListCompilerOptions {
  readonly timeoutMs: number;
  readonly memoryMb: number;
  /** The compiled `list-worker.js`, as a URL. */
  readonly worker: URL;
}

const QUEUE_LENGTH = 64;

/** In one thread, which is there only while lists come. What it makes lies in buffers that all threads share. */
export function createPiscinaListCompiler({
  timeoutMs,
  memoryMb,
  worker,
}: PiscinaListCompilerOptions): ListCompiler {
  const pool = new Piscina<Uint8Array, CompiledEntityList | RefusedJob>({
    filename: worker.href,
    name: "run",
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 5_000,
    maxQueue: QUEUE_LENGTH,
    env: {},
    execArgv: THREAD_ARGUMENTS,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    recordTiming: false,
  });
  return {
    async compile(content) {
      const result = await within(timeoutMs, (signal) => pool.run(content, { signal })).catch(
        (cause: unknown) => {
          throw new ApiError("sanitizer_unavailable", "A list could not be made ready", { cause });
        },
      );
      if ("code" in result) throw new ApiError(result.code, result.message);
      return result;
    },
    close: () => pool.close({ force: true }),
  };
}
