import type { InferenceJob, InferenceOptions, Message } from "@veil/contracts/inference";
import type { ToolResultBlock, ToolUseBlock } from "@veil/contracts/tools";
import type {
  CheckedTemplate,
  CheckedTools,
  PseudonymToken,
  SanitisedText,
} from "./branded-types.ts";

type WorkerTemplateJob = Extract<InferenceJob, { readonly prompt_template: string }>;
type WorkerMessagesJob = Extract<InferenceJob, { readonly messages: unknown }>;

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
  readonly dialect: WorkerMessagesJob["dialect"];
  readonly options: Omit<InferenceOptions, "stop" | "tools"> & {
    stop?: SanitisedText[];
    tools?: CheckedTools;
  };
  readonly messages: SanitisedMessage[];
}

export type SanitisedTemplateJob = Omit<WorkerTemplateJob, "token" | keyof SanitisedTemplate> &
  SanitisedTemplate & { readonly token: PseudonymToken };

export type SanitisedMessagesJob = Omit<WorkerMessagesJob, "token" | keyof SanitisedMessages> &
  SanitisedMessages & { readonly token: PseudonymToken };
