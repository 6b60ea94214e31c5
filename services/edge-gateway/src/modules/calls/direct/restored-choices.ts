import type { Choice } from "@veil/contracts/inference";
import { relink } from "../relink/relink.ts";
import { unsealedMap } from "../relink/relink-map.ts";
import type { OutboundChoice, OutboundScan } from "../scanning/scan-outbound.ts";
import type { DirectCallDeps, OpenCall } from "./direct-call.ts";
import { type RestoringCall, restoringCall } from "./relink-arguments.ts";

export interface DirectChoice extends OutboundChoice {
  readonly stopReason: string;
  readonly stopSequence: string | undefined;
}

interface ScannedAnswer extends Pick<OutboundScan, "choices"> {
  readonly received: readonly Choice[];
}

interface RestoredAnswer {
  readonly choices: readonly DirectChoice[];
  /** Whether values were restored. */
  readonly relinked: boolean;
}

/** Returns the choices of an answer, with values restored if the call asks for it. */
export async function restoredChoices(
  deps: DirectCallDeps,
  open: OpenCall,
  { choices, received }: ScannedAnswer,
): Promise<RestoredAnswer> {
  const { input, prepared } = open;
  const map = input.relink ? unsealedMap(prepared.sanitisation.entries) : undefined;
  const restoring = restoringCall(deps, open);
  let restored = 0;

  async function restore({ answer, text, calls }: OutboundScan["choices"][number], at: number) {
    const relinked = map && (await relink(deps, answer, map));
    restored += relinked?.restored ?? 0;
    return {
      text: relinked?.blocks.join("") ?? text,
      calls: await Promise.all(calls.map((call) => restoredCall(call, restoring))),
      stopReason: received[at]?.stop_reason ?? "unknown",
      stopSequence: stopSequenceOf(open, received[at]?.stop_sequence),
    };
  }

  const read = await Promise.all(choices.map(restore));
  return { choices: read, relinked: restored + restoring.restored() > 0 };
}

async function restoredCall(
  { name, arguments: json }: OutboundChoice["calls"][number],
  restoring: RestoringCall,
) {
  const relinker = restoring.relinkerFor(name);
  return { name, arguments: relinker ? (await relinker.push(json)) + relinker.end() : json };
}

/** Returns the caller's own text if values are restored. */
export function stopSequenceOf({ input, job }: OpenCall, sanitised: string | undefined) {
  if (sanitised === undefined || !input.relink) return sanitised;
  const at = job.options.stop?.findIndex((text) => String(text) === sanitised) ?? -1;
  return input.content.stop[at] ?? sanitised;
}
