import type { OpenedClaim } from "@veil/contracts/claims";
import type { AnswerBlock, InferenceEnd, InferenceEvent } from "@veil/contracts/inference";
import type { ComplianceTrace } from "@veil/contracts/public/proxy";
import { modelOutputValue } from "@veil/veil/job-items";
import { textIn } from "../content/native-result.ts";
import { responseValue } from "../ending/certified-call.ts";
import {
  type CertifiedCall,
  type CertifyingDeps,
  certifyDirect,
  certifyFailure,
  certifyUnanswered,
} from "./certify-direct.ts";

/**
 * What was received of a streamed answer until now, for the scan after its end and its certificate. Nothing else keeps its
 * text.
 */
export interface StreamRecord {
  take(event: InferenceEvent): void;
  /** What the model wrote, before values were restored: its text, and the arguments of each call of a tool. */
  texts(): readonly string[];
  /** The length of these texts, in UTF-16 code units. */
  length(): number;
  /** With the trace that the caller gets. */
  started(trace: ComplianceTrace, attempts: number): void;
  /** The answer is complete, or has failed. */
  ended(result: InferenceEnd): Promise<void>;
  /** There is no more of it. */
  cutOff(status: "failed" | "aborted"): Promise<void>;
}

export function createStreamRecord(deps: CertifyingDeps, open: CertifiedCall): StreamRecord {
  const blocks: AnswerBlock[] = [];
  let claim: OpenedClaim | undefined;
  let start: { readonly trace: ComplianceTrace; readonly attempts: number } | undefined;

  async function cutOff(status: "failed" | "aborted", worker: OpenedClaim | undefined) {
    if (start === undefined) return await certifyUnanswered(deps, open, { status, worker });
    const isGiven = status === "aborted" && blocks.length > 0;
    const response = isGiven ? responseOf(blocks) : undefined;
    await certifyDirect(deps, open, { status, worker, response, ...start });
  }

  /** The worker has claimed what it gave until then. */
  async function failed(worker: OpenedClaim | undefined) {
    if (start === undefined || worker === undefined) return await cutOff("failed", claim);
    const output = modelOutputValue([{ blocks, stop_reason: "failed" }]);
    await certifyDirect(deps, open, { status: "failed", worker, output, ...start });
  }

  return {
    take(event) {
      if (event.type === "claim") claim = event.claim;
      else addTo(blocks, event);
    },
    texts() {
      const calls = blocks.flatMap((block) => (block.type === "tool_use" ? block.arguments : []));
      return [textIn(blocks), ...calls];
    },
    length: () => blocks.reduce((sum, block) => sum + textOf(block).length, 0),
    started: (trace, attempts) => {
      start = { trace, attempts };
    },
    async ended(result) {
      if (result.outcome === "failed")
        return start === undefined
          ? await certifyFailure(deps, open, result)
          : await failed(result.claim);
      if (start === undefined) return await cutOff("aborted", result.claim);
      const output = modelOutputValue([{ blocks, stop_reason: result.stop_reason }]);
      const end = { worker: result.claim, output, response: responseOf(blocks), ...start };
      await certifyDirect(deps, open, { status: "completed", ...end });
    },
    cutOff: (status) => cutOff(status, claim),
  };
}

function addTo(blocks: AnswerBlock[], event: InferenceEvent): void {
  const last = blocks.at(-1);
  switch (event.type) {
    case "block_start":
      blocks.push(
        event.tool === undefined
          ? { type: "text", text: "" }
          : { type: "tool_use", name: event.tool, arguments: "" },
      );
      break;
    case "text":
      if (last?.type === "text") last.text += event.text;
      break;
    case "arguments":
      if (last?.type === "tool_use") last.arguments += event.json;
      break;
  }
}

function textOf(block: AnswerBlock): string {
  return block.type === "text" ? block.text : block.arguments;
}

function responseOf(blocks: readonly AnswerBlock[]): string {
  const calls = blocks.filter((block) => block.type === "tool_use");
  return responseValue([{ text: textIn(blocks), calls }]);
}
