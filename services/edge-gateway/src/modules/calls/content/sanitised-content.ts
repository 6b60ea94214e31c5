import type { InferenceJob, InferenceOptions, Message } from "@veil/contracts/inference";
import type { UnredactedCount } from "@veil/contracts/sanitiser";
import type { ToolDefinition, ToolResultBlock, ToolUseBlock } from "@veil/contracts/tools";
import type { SanitiserClaims } from "../../certificates/index.ts";

declare const pseudonymToken: unique symbol;
declare const sanitisedText: unique symbol;
declare const checkedTemplate: unique symbol;
declare const checkedTools: unique symbol;

/** Replaces a customer's id. Minted only by the client of the bridge. */
export type PseudonymToken = string & { readonly [pseudonymToken]: true };

/**
 * The original with the sanitiser's replacements. Minted only by `verifiedAnswer`, and for JSON of
 * such texts by `sanitisedToolBlock`.
 */
export type SanitisedText = string & { readonly [sanitisedText]: true };

/** A prompt template without patterns of personal data. Minted only by `checkTemplate`. */
export type CheckedTemplate = string & { readonly [checkedTemplate]: true };

/** Definitions of tools without patterns of personal data. Minted only by `checkTools`. */
export type CheckedTools = ToolDefinition[] & { readonly [checkedTools]: true };

export interface NamedText<T extends string = string> {
  readonly name: string;
  readonly text: T;
}

/** A text to be sanitised. */
export interface CallField extends NamedText {
  /** What its name says about it, in words. */
  readonly label?: string;
  /** `false` if no answer repeats its values, since they are not the user's own. */
  readonly restorable?: false;
  /** Keeps placeholders of this request in the text: an earlier answer has them, unrestored. */
  readonly keepsPlaceholders?: true;
}

/** Long parts stay as bytes, which only `TextScans` parses. */
export interface Sanitisation {
  readonly fields: readonly NamedText<SanitisedText>[];
  /** JSON of a list of `PlaceholderEntry`, one for each placeholder. */
  readonly entries: Uint8Array;
  /** The sanitiser's verified answer; with the originals it says what was replaced where. */
  readonly answer: Uint8Array;
  readonly findings: number;
  readonly issued: Readonly<Record<string, number>>;
  readonly counts: Readonly<Record<string, number>>;
  /** Findings at or above the threshold that every field's text still has, by field name. */
  readonly left: ReadonlyMap<string, readonly UnredactedCount[]>;
  readonly layers: readonly string[];
  readonly listCount: number;
  /** Undefined if the call gets no certificate. */
  readonly claims?: SanitiserClaims | undefined;
}

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
