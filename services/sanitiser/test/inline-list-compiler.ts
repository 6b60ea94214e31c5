import { compileListContent } from "../src/adapters/list-job.ts";
import type { ListCompiler } from "../src/ports.ts";

export function createInlineListCompiler(): ListCompiler {
  return { compile: async (content) => compileListContent(content), close: async () => {} };
}
