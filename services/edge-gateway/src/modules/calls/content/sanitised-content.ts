import type {
  InferenceJob,
  InferenceOptions,
  Message,
  PromptText,
} from "@veil/contracts/inference";
import type { UnredactedCount } from "@veil/contracts/sanitiser";
import type { RedactedThinkingBlock, ThinkingBlock } from "@veil/contracts/thinking";
import type {
  OutputSchema,
  ToolDefinition,
  ToolResultBlock,
  ToolUseBlock,
} from "@veil/contracts/tools";
import type { SanitiserClaims } from "../../certificates/index.ts";

declare const pseudonymToken: unique symbol;
declare const sanitisedText: unique symbol;
declare const checkedTemplate: unique symbol;
declare const checkedTools: unique symbol;
declare const checkedOutputSchema: unique symbol;

/**
 * A token that replaces a customer id. Only the client of the bridge creates values of this type.
 */
export type PseudonymToken = string & { readonly [pseudonymToken]: true };

/**
 * A text with the sanitiser's replacements. Only `verifiedAnswer` creates values of this type, and
 * `sanitisedToolBlock` for JSON that consists of such texts.
 */
export type SanitisedText = string & { readonly [sanitisedText]: true };

/**
 * A prompt template without patterns of personal data. Only `checkTemplate` and `checkedPreamble`
 * create values of this type.
 */
export type CheckedTemplate = string & { readonly [checkedTemplate]: true };

/**
 * Tool definitions without patterns of personal data. Only `checkTools` creates values of this
 * type.
 */
export type CheckedTools = ToolDefinition[] & { readonly [checkedTools]: true };

/**
 * A schema of the answer without patterns of personal data. Only `checkOutputSchema` creates values
 * of this type.
 */
export type CheckedOutputSchema = OutputSchema & { readonly [checkedOutputSchema]: true };

export interface NamedText<T extends string = string> {
  readonly name: string;
  readonly text: T;
}

/** A text to be sanitised. */
export interface CallField extends NamedText {
  /** The words of the field's name, which help to recognize the value. */
  readonly label?: string;
  /**
   * `false` if values of this text are never restored in answers, because they are not the user's
   * own.
   */
  readonly restorable?: false;
  /**
   * Set if placeholders in the text are left unchanged, because it is part of an earlier answer in
   * which no values were restored.
   */
  readonly keepsPlaceholders?: true;
}

/** The sanitiser's result for a call. Long parts stay bytes, which only `TextScans` parses. */
export interface Sanitisation {
  readonly fields: readonly NamedText<SanitisedText>[];
  /** JSON of an array of `PlaceholderEntry`, one for each placeholder. */
  readonly entries: Uint8Array;
  /**
   * The sanitiser's verified response. Together with the originals it shows what was replaced
   * where.
   */
  readonly answer: Uint8Array;
  readonly findings: number;
  readonly issued: Readonly<Record<string, number>>;
  readonly counts: Readonly<Record<string, number>>;
  /** By field name: the findings at or above the threshold that remain in the field's text. */
  readonly left: ReadonlyMap<string, readonly UnredactedCount[]>;
  readonly layers: readonly string[];
  readonly listCount: number;
  /** Undefined if the call gets no certificate. */
  readonly claims?: SanitiserClaims | undefined;
}

type WorkerTemplateJob = Extract<InferenceJob, { readonly prompt_template: string }>;
type WorkerMessagesJob = Extract<InferenceJob, { readonly messages: unknown }>;

/** The name that the gateway gives a speaker. A name that the caller wrote never has this type. */
export type SpeakerName = `participant_${number}`;

export interface SanitisedMessage {
  readonly role: Message["role"];
  readonly name?: SpeakerName;
  readonly content: SanitisedBlock[];
}

export type SanitisedBlock =
  | (Omit<PromptText, "text"> & { text: SanitisedText | CheckedTemplate })
  | (Omit<ToolUseBlock, "arguments"> & { arguments: SanitisedText })
  | (Omit<ToolResultBlock, "content"> & { content: { type: "text"; text: SanitisedText }[] })
  | SanitisedThought;

/** A thought. Its opaque data goes to the provider unread. */
export type SanitisedThought =
  | (Omit<ThinkingBlock, "thinking"> & { thinking: SanitisedText })
  | RedactedThinkingBlock;

export interface SanitisedTemplate {
  readonly prompt_template: CheckedTemplate;
  readonly context: { name: string; text: SanitisedText }[];
}

/** The parameters of a call that hold no text. */
export type UnwordedOptions = Omit<InferenceOptions, "stop" | "tools" | "output_schema">;

export interface SanitisedMessages {
  readonly dialect: WorkerMessagesJob["dialect"];
  readonly options: UnwordedOptions & {
    stop?: SanitisedText[];
    tools?: CheckedTools;
    output_schema?: CheckedOutputSchema;
  };
  readonly messages: SanitisedMessage[];
}

export type SanitisedTemplateJob = Omit<WorkerTemplateJob, "token" | keyof SanitisedTemplate> &
  SanitisedTemplate & { readonly token: PseudonymToken };

export type SanitisedMessagesJob = Omit<WorkerMessagesJob, "token" | keyof SanitisedMessages> &
  SanitisedMessages & { readonly token: PseudonymToken };
