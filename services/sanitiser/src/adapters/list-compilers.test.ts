import { threadModule } from "@veil/thread-pool";
import { createInlineListCompiler } from "../../test/inline-list-compiler.ts";
import { describeListCompiler } from "./list-compiler.contract.ts";
import { createPiscinaListCompiler } from "./piscina-list-compiler.ts";

describeListCompiler("inline", createInlineListCompiler);

const worker = threadModule("./list-worker.js", import.meta.url);
describeListCompiler("piscina", () =>
  createPiscinaListCompiler({ timeoutMs: 20_000, memoryMb: 256, worker }),
);
