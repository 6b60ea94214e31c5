import { compileListContent } from "../src/adapters/list-job.ts";
import type { ListCompiler } from "../src/ports.ts";

/** On the event loop: where lists are short, as in tests. */
export function createInlineListCompiler(): ListCompiler {
  return { compile: async (content) => compileListContent(content), close: async () => {} };
}
