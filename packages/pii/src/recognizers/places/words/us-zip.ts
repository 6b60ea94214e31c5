import { isStateCode, isStateName } from "./us-states.ts";
import { wordsBefore } from "./words.ts";

export function stateBefore(text: string, at: number): number {
  const [before, last] = wordsBefore(text, at, 2).slice(-2);
  const state = last ?? before;
  if (state === undefined) return -1;
  if (last !== undefined && before !== undefined && isStateName(`${before.key} ${last.key}`))
    return before.start;
  return isStateCode(state.text) || isStateName(state.key) ? state.start : -1;
}
