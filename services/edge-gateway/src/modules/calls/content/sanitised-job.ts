import type { InferenceJob, InferenceOptions, Message } from "@veil/contracts/inference";
import type { ToolResultBlock, ToolUseBlock } from "@veil/contracts/tools";
import type {
  CheckedTemplate,
  CheckedTools,
  PseudonymToken,
  SanitisedText,
} from "./branded-types.ts";

type TemplateJob = Extract<InferenceJob, { readonly prompt_template: string }>;
type MessagesJob = Extract<InferenceJob, { readonly messages: unknown }>;

export interface SanitisedMessage {
  readonly role: Message["role"];
  readonly content: SanitisedBlock[];
}

export type SanitisedBlock =
  | { type: "text"; text: SanitisedText | CheckedTemplate }
  | (Omit<ToolUseBlock, "arguments"> & { arguments: SanitisedText })
  | (Omit<ToolResultBlock, "content"> & { content: { type: "text"; text: SanitisedText }[] });

export interface SanitisedTemplate {
  readonly prompt_template: CheckedTemplate;
  readonly context: { name: string; text: SanitisedText }[];
}

export interface SanitisedMessages {
  readonly dialect: MessagesJob["dialect"];
  readonly options: Omit<InferenceOptions, "stop" | "tools"> & {
    stop?: SanitisedText[];
    tools?: CheckedTools;
  };
  readonly messages: SanitisedMessage[];
}

export type TemplateOrder = Omit<TemplateJob, "token" | keyof SanitisedTemplate> &
  SanitisedTemplate & { readonly token: PseudonymToken };

export type MessagesOrder = Omit<MessagesJob, "token" | keyof SanitisedMessages> &
  SanitisedMessages & { readonly token: PseudonymToken };
