import type { OfferedTool, ParsedRequest, SimulatedCall } from "./dialect.ts";
import type { SimulatorMode } from "./simulator-mode.ts";

const PLACEHOLDER = /\[[A-Z][A-Z0-9_]*_[1-9][0-9]*\]/g;

/**
 * Returns the mode's calls, or one call of the chosen or first tool with the placeholders of the
 * prompt.
 */
export function simulatedCalls(
  { prompt, tools, toolChoice }: ParsedRequest,
  { calls, tools: isCalling }: SimulatorMode,
): readonly SimulatedCall[] {
  if (tools.length === 0 || toolChoice === "none") return [];
  if (calls !== undefined) return calls;
  const isForced = toolChoice !== undefined && toolChoice !== "auto";
  if (!isCalling && !isForced) return [];
  const chosen = tools.find(({ name }) => name === toolChoice) ?? tools[0];
  return chosen === undefined ? [] : [callOf(chosen, prompt)];
}

function callOf({ name }: OfferedTool, prompt: string): SimulatedCall {
  const subjects = [...new Set(prompt.match(PLACEHOLDER))];
  return { name, arguments: JSON.stringify({ subjects, note: `About ${subjects.join(", ")}` }) };
}
