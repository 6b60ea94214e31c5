import { threadModule } from "@veil/service-kit/threads";
import { createInlineListCompiler } from "../../test/inline-list-compiler.ts";
import { describeListCompiler } from "./list-compiler.contract.ts";
import { createThreadedListCompiler } from "./threaded-list-compiler.ts";

describeListCompiler("inline", createInlineListCompiler);

const fail = (error: unknown): never => {
  throw error;
};
const worker = threadModule("./list-worker.js", import.meta.url);
describeListCompiler("threaded", () =>
  createThreadedListCompiler({ timeoutMs: 20_000, memoryMb: 256, worker, onError: fail }),
);
