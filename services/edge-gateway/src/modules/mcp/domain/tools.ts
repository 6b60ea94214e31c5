import { type CallPolicy, MCP_TOOLS, type McpTool } from "@veil/contracts/public/call-policy";
import { UsageResponse } from "@veil/contracts/public/registration";
import { ScanRequest, ScanResponse } from "@veil/contracts/public/scan";
import {
  McpCertificateResult,
  McpGetCertificate,
  McpInference,
  McpInferenceResult,
  McpNoArguments,
  McpVerification,
  McpVerifyCertificate,
} from "@veil/contracts/public/sdk/mcp";
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
  get_certificate: {
    title: "Isolation certificate of a request",
    description:
      "The signed certificate of one inference: which component received what, without any text. In full for the pro and enterprise " +
      "tiers, else its public summary. A certificate is there a few seconds after its request.",
    arguments: McpGetCertificate,
    result: McpCertificateResult,
    readOnly: true,
  },
  verify_certificate: {
    title: "Verify an isolation certificate",
    description:
      "Verifies a certificate, or that of a request of yours, against the keys that this gateway publishes. That is the operator's own " +
      "word; `veil verify`, run offline with a pinned key, is independent of it.",
    arguments: McpVerifyCertificate,
    result: McpVerification,
    readOnly: true,
  },
};

const OF_CERTIFICATES: ReadonlySet<McpTool> = new Set(["get_certificate", "verify_certificate"]);

/** Returns the tools that exist in a deployment. */
export function existingTools({ certificates }: { readonly certificates: boolean }) {
  return MCP_TOOLS.filter((tool) => certificates || !OF_CERTIFICATES.has(tool));
}

/** Returns the tools that the key's policy allows. */
export function allowedTools(
  existing: readonly McpTool[],
  policy: CallPolicy | undefined,
): readonly McpTool[] {
  const allowed = policy?.mcp?.allowed_tools;
  return allowed === undefined ? existing : existing.filter((tool) => allowed.includes(tool));
}
