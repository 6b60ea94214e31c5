import { passes } from "./judge-case.ts";
import type { RecognizerCase } from "./recognizer-case.ts";

/** Cases that are not adopted, with the reason. */
export interface NotAdopted {
  readonly reason: string;
  /** The ids of the cases. An id that ends with "*" is a prefix of ids. */
  readonly cases: readonly string[];
}

export interface RecognizerResult {
  readonly recognizer: string;
  readonly passed: number;
  readonly adopted: number;
  readonly listed: number;
  readonly failed: readonly string[];
}

export const BAR = 0.95;

export function runCases(
  cases: readonly RecognizerCase[],
  lists: readonly NotAdopted[],
): RecognizerResult[] {
  const isListed = listed(lists);
  const judged = cases.flatMap((test) => {
    const passed = passes(test);
    if (passed === undefined) return [];
    return [
      {
        recognizer: test.recognizer ?? "names and framework",
        id: test.id,
        passed,
        listed: isListed(test.id),
      },
    ];
  });
  const names = [...new Set(judged.map(({ recognizer }) => recognizer))].sort();
  return names.map((recognizer) => {
    const own = judged.filter((test) => test.recognizer === recognizer);
    const adopted = own.filter((test) => !test.listed);
    const failed = adopted.filter(({ passed }) => !passed).map(({ id }) => id);
    const passed = adopted.length - failed.length;
    return {
      recognizer,
      passed,
      adopted: adopted.length,
      listed: own.length - adopted.length,
      failed,
    };
  });
}

export function total(results: readonly RecognizerResult[]): Omit<RecognizerResult, "recognizer"> {
  const sum = (of: (result: RecognizerResult) => number) =>
    results.reduce((all, result) => all + of(result), 0);
  return {
    passed: sum(({ passed }) => passed),
    adopted: sum(({ adopted }) => adopted),
    listed: sum((result) => result.listed),
    failed: results.flatMap(({ failed }) => failed),
  };
}

function listed(lists: readonly NotAdopted[]): (id: string) => boolean {
  const ids = lists.flatMap(({ cases }) => cases);
  const exact = new Set(ids.filter((id) => !id.endsWith("*")));
  const beginnings = ids.filter((id) => id.endsWith("*")).map((id) => id.slice(0, -1));
  return (id) => exact.has(id) || beginnings.some((beginning) => id.startsWith(beginning));
}
