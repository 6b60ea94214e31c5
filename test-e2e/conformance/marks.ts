const MARK = /^\s*\/\/ @spec ([A-Z]+-\d+(?: [A-Z]+-\d+)*)$/;
const LIKE_A_MARK = /^\s*(?:\/\/|\/?\*+)\s*@spec\b/;
const TEST = /^\s*(?:test|it)(?:\.each)?[(<]/;
const SKIPPED = /\b(?:test|it|describe)\.(?:skip|todo|failing)\b|\bx(?:test|it|describe)\b/;

interface Marks {
  readonly ids: readonly string[];
  /**
   * Lines that look like a mark but are malformed or not directly above a test, and lines that skip
   * tests.
   */
  readonly wrong: readonly string[];
}

/**
 * Reads the ids of specification lines from comments such as `// @spec REG-3 LIM-5`, each directly
 * above a test.
 */
export function marksIn(code: string): Marks {
  const lines = code.split("\n");
  const ids = lines.flatMap((line) => MARK.exec(line)?.[1]?.split(" ") ?? []);
  const wrong = lines.filter((line, at) =>
    LIKE_A_MARK.test(line)
      ? !MARK.test(line) || !TEST.test(lines[at + 1] ?? "")
      : ids.length > 0 && SKIPPED.test(line),
  );
  return { ids, wrong };
}
