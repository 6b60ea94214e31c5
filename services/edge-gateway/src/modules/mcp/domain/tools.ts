import { type CallPolicy, MCP_TOOLS, type McpTool } from "@veil/contracts/public/call-policy";
import { McpInference, McpInferenceResult, McpNoArguments } from "@veil/contracts/public/mcp";
import { UsageResponse } from "@veil/contracts/public/registration";
import { ScanRequest, ScanResponse } from "@veil/contracts/public/scan";
import type { TSchema } from "typebox";

export interface ToolText {
  readonly title: string;
  readonly description: string;
  readonly arguments: TSchema;
  readonly result: TSchema;
  readonly readOnly: boolean;
}

export const TOOLS: Readonly<Record<McpTool, ToolText>> = {
  private_inference: {
    title: "Private inference",
    description:
      "Asks a language model. Personal data in the messages is replaced by placeholders before it leaves the gateway; where the key " +
      "allows it, the values are restored in the answer. Counts towards the monthly quota.",
    arguments: McpInference,
    result: McpInferenceResult,
    readOnly: false,
  },
  scan_text: {
    title: "Scan a text for personal data",
    description:
      "Shows what would be replaced in a text of at most 4096 bytes, and by which placeholders. Nothing is kept or sent on.",
    arguments: ScanRequest,
    result: ScanResponse,
    readOnly: true,
  },
  get_usage: {
    title: "This month's use",
    description: "The requests of this month, the quota, and what is left of it.",
    arguments: McpNoArguments,
    result: UsageResponse,
    readOnly: true,
  },
};

export function isTool(name: string): name is McpTool {
  return Object.hasOwn(TOOLS, name);
}

/** Those that the key's policy allows. */
export function allowedTools(policy: CallPolicy | undefined): readonly McpTool[] {
  const allowed = policy?.mcp?.allowed_tools;
  return allowed === undefined ? MCP_TOOLS : MCP_TOOLS.filter((tool) => allowed.includes(tool));
}
