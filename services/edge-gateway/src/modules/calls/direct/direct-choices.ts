import type { Choice } from "@veil/contracts/inference";
import type { ToolCallBlock } from "@veil/contracts/tools";
import { textIn } from "../content/native-result.ts";
import { relink } from "../relink/relink.ts";
import { unsealedMap } from "../relink/relink-map.ts";
import {
  addedUp,
  type Counts,
  linkedIn,
  type OutboundScan,
  scanOutbound,
  total,
} from "../scanning/scan-outbound.ts";
import type { DirectCallDeps, OpenCall } from "./direct-call.ts";
import { type RestoringCall, restoringCall } from "./relink-arguments.ts";

export interface DirectChoice {
  readonly text: string;
  /** Of tools, after the text. */
  readonly calls: readonly DirectToolCall[];
  readonly stopReason: string;
  readonly stopSequence: string | undefined;
}

interface DirectToolCall {
  readonly name: string;
  /** JSON, unless the model was cut off in it. */
  readonly arguments: string;
}

interface ReadChoices {
  readonly choices: readonly DirectChoice[];
  /** After the scan, before values were restored. */
  readonly scanned: readonly Pick<DirectChoice, "text" | "calls">[];
  readonly counts: Counts;
  readonly restored: number;
  /** Placeholders that stay. Undefined where none are restored, or it cannot be read in time. */
  readonly linked: number | undefined;
}

/** The choices of an answer after the outbound scan, with values restored where the call asks for it. */
export async function directChoices(
  deps: DirectCallDeps,
  open: OpenCall,
  choices: readonly Choice[],
): Promise<ReadChoices> {
  const arguments_ = restoringCall(deps, open);
  const read = await Promise.all(
    choices.map((choice) => readChoice(deps, open, choice, arguments_)),
  );
  return {
    choices: read.map(({ choice }) => choice),
    scanned: read.map(({ scanned }) => scanned),
    counts: addedUp(read.map(({ counts }) => counts)),
    restored: read.reduce((sum, { restored }) => sum + restored, arguments_.restored()),
    linked: open.order.relink ? sumOf(read.map(({ linked }) => linked)) : undefined,
  };
}

async function readChoice(
  deps: DirectCallDeps,
  open: OpenCall,
  { blocks, stop_reason, stop_sequence }: Choice,
  restoring: RestoringCall,
) {
  const { types_off: keep = [] } = open.facts;
  const text = await scanOutbound(deps.scans, { blocks: [textIn(blocks)], keep });
  const called = blocks.filter((block) => block.type === "tool_use");
  const calls = await Promise.all(called.map((call) => readCall(deps, call, keep, restoring)));
  const relinked = await relinkedText(deps, open, text);
  const linked = open.order.relink ? await linkedIn(deps.scans, text.answer) : undefined;
  return {
    choice: {
      text: relinked.text,
      calls: calls.map(({ call }) => call),
      stopReason: stop_reason,
      stopSequence: stopSequenceOf(open, stop_sequence),
    },
    scanned: {
      text: text.answer.blocks.join(""),
      calls: calls.map(({ scanned }) => scanned),
    },
    counts: addedUp([text, ...calls].map(({ counts }) => counts)),
    restored: relinked.restored,
    linked: sumOf([linked, ...calls.map((call) => call.linked)]),
  };
}

/** Arguments in which nothing is found stay as the model wrote them. */
async function readCall(
  { scans }: Pick<DirectCallDeps, "scans">,
  { name, arguments: json }: ToolCallBlock,
  keep: readonly string[],
  restoring: RestoringCall,
) {
  const { answer, counts } = await scanOutbound(scans, { blocks: [json], keep });
  const scanned = { name, arguments: total(counts) === 0 ? json : answer.blocks.join("") };
  const relinker = restoring.relinkerFor(name);
  if (relinker === undefined) return { call: scanned, scanned, counts, linked: 0 };
  const linked = await linkedIn(scans, answer);
  const restored = (await relinker.push(scanned.arguments)) + relinker.end();
  return { call: { name, arguments: restored }, scanned, counts, linked };
}

async function relinkedText(
  deps: DirectCallDeps,
  { order, prepared }: OpenCall,
  { answer }: OutboundScan,
) {
  const map = unsealedMap(prepared.sanitisation.entries);
  const relinked = order.relink ? await relink(deps, answer, map) : undefined;
  return { text: (relinked ?? answer).blocks.join(""), restored: relinked?.restored ?? 0 };
}

/** The caller's own text, where values are restored. */
export function stopSequenceOf({ order, job }: OpenCall, sanitised: string | undefined) {
  if (sanitised === undefined || !order.relink) return sanitised;
  const at = job.options.stop?.findIndex((text) => String(text) === sanitised) ?? -1;
  return order.content.stop[at] ?? sanitised;
}

function sumOf(counts: readonly (number | undefined)[]): number | undefined {
  let sum = 0;
  for (const count of counts) {
    if (count === undefined) return undefined;
    sum += count;
  }
  return sum;
}
