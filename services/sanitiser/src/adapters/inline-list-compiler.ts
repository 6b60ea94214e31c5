import type { ListCompiler } from "../ports.ts";
import { compileListContent } from "./list-job.ts";

/** On the event loop: where lists are short, as in tests. */
export function createInlineListCompiler(): ListCompiler {
  return { compile: async (content) => compileListContent(content), close: async () => {} };
}
