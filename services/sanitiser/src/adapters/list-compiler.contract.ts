import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { compileEntityList } from "@veil/pii";
import type { ListCompiler } from "../ports.ts";

export function describeListCompiler(name: string, open: () => ListCompiler): void {
  describe(`ListCompiler: ${name}`, () => {
    let compiler: ListCompiler;
    beforeAll(() => {
      compiler = open();
    });
    afterAll(() => compiler.close());

    const falke = { kind: "deny", entries: [{ value: "Falke" }] } as const;

    test("the compiler turns a list into buffers that the engine can use and threads can share", async () => {
      const list = await compiler.compile(Buffer.from(JSON.stringify(falke)));
      expect(list).toEqual(compileEntityList({ ...falke, entries: [...falke.entries] }));
      expect(String(list.automaton.labels.buffer)).toBe("[object SharedArrayBuffer]");
    });

    test.each(["{", "{}", '{"kind":"deny","entries":[{"value":""}]}'])(
      "the compiler refuses the content %s and stays usable",
      async (content) => {
        await expect(compiler.compile(Buffer.from(content))).rejects.toMatchObject({
          code: expect.stringMatching(/^(invalid|missing)_/),
        });
        await compiler.compile(Buffer.from(JSON.stringify(falke)));
      },
    );
  });
}
