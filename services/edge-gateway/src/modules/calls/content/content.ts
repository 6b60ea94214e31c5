import type { Dialect, InferenceOptions, Message } from "@veil/contracts/inference";
import type { CheckedTemplate, CheckedTools, SanitisedText } from "./branded-types.ts";
import type { CallField, NamedText } from "./call-field.ts";
import { labelOf } from "./label-of.ts";
import type {
  SanitisedBlock,
  SanitisedMessage,
  SanitisedMessages,
  SanitisedTemplate,
} from "./sanitised-job.ts";
import { sanitisedToolBlock, type ToolPart } from "./tool-parts.ts";

export type CallContent = TemplateContent | MessagesContent;

export interface TemplateContent {
  readonly kind: "template";
  readonly template: CheckedTemplate;
  readonly values: readonly NamedText[];
  readonly used: ReadonlySet<string>;
  readonly linkHosts: readonly string[];
}

export interface MessagesContent {
  readonly kind: "messages";
  readonly dialect: Dialect;
  readonly options: Omit<InferenceOptions, "stop" | "tools">;
  readonly messages: readonly CallMessage[];
  readonly stop: readonly string[];
  readonly tools: CheckedTools | undefined;
  /** Tools in whose arguments values are restored; empty if the call restores none. */
  readonly relinkTools: ReadonlySet<string>;
  /** Goes before messages with placeholders, and tells the model to repeat them as they are. */
  readonly preamble: CheckedTemplate | undefined;
  /** Placeholders in earlier answers stay, as they were never restored. */
  readonly keepsPlaceholders: boolean;
}

interface CallMessage {
  readonly role: Message["role"];
  readonly parts: readonly CallPart[];
}

/** A text, or a part of a tool call. */
export type CallPart = string | ToolPart;

export type SanitisedForm<C extends CallContent> = C extends TemplateContent
  ? SanitisedTemplate
  : SanitisedMessages;

export function fieldsOf(content: CallContent): readonly CallField[] {
  if (content.kind === "template") return content.values.map(labeled);
  const { messages, stop } = content;
  return [
    ...messages.flatMap(({ role, parts }, message) =>
      parts.flatMap((part, index) =>
        textsOf(part).map((text, at) => ({
          name: fieldName(message, index, part, at),
          text,
          ...(role === "system" && { restorable: false }),
          ...(role === "assistant" && keepsPlaceholders(content, part) && KEEPS),
        })),
      ),
    ),
    ...stop.map((text, index) => ({ name: stopName(index), text })),
  ];
}

/** Adds the field's name, which says what a value is: without it, `536904399` is any number. */
function labeled(value: NamedText): CallField {
  const label = labelOf(value.name);
  return label === "" ? value : { ...value, label };
}

const KEEPS = { keepsPlaceholders: true } as const;

function keepsPlaceholders(content: MessagesContent, part: CallPart): boolean {
  if (content.keepsPlaceholders) return true;
  return typeof part !== "string" && part.kind === "tool_use"
    ? !content.relinkTools.has(part.name)
    : false;
}

/** The texts of a tool are read one by one, adjacent texts as one. */
export function textsOf(part: CallPart): readonly string[] {
  return typeof part === "string" ? [part] : part.texts;
}

export function isSent(content: CallContent, name: string): boolean {
  return content.kind === "messages" || content.used.has(name);
}

export function sanitisedContent(
  content: CallContent,
  fields: readonly NamedText<SanitisedText>[],
  isAnyIssued: boolean,
): SanitisedTemplate | SanitisedMessages {
  return content.kind === "template"
    ? {
        prompt_template: content.template,
        context: fields.filter(({ name }) => content.used.has(name)),
      }
    : sanitisedMessages(content, fields, isAnyIssued);
}

function sanitisedMessages(
  { dialect, options, messages, stop, tools, preamble }: MessagesContent,
  fields: readonly NamedText<SanitisedText>[],
  isAnyIssued: boolean,
): SanitisedMessages {
  const texts = new Map(fields.map(({ name, text }) => [name, text]));
  const textOf = (name: string) => {
    const text = texts.get(name);
    if (text === undefined) throw new Error("A part was not sanitised");
    return text;
  };
  return {
    dialect,
    options: {
      ...options,
      ...(stop.length > 0 && { stop: stop.map((_text, index) => textOf(stopName(index))) }),
      ...(tools !== undefined && { tools }),
    },
    messages: [
      ...(preamble !== undefined && isAnyIssued ? [systemMessage(preamble)] : []),
      ...messages.map(
        ({ role, parts }, message): SanitisedMessage => ({
          role,
          content: parts.map((part, index) =>
            sanitisedBlock(part, (at) => textOf(fieldName(message, index, part, at))),
          ),
        }),
      ),
    ],
  };
}

function sanitisedBlock(part: CallPart, textAt: (at: number) => SanitisedText): SanitisedBlock {
  if (typeof part === "string") return { type: "text", text: textAt(0) };
  const places = new Map(part.texts.map((text, at) => [text, at]));
  return sanitisedToolBlock(part, (text) => textAt(places.get(text) ?? -1));
}

function systemMessage(text: CheckedTemplate): SanitisedMessage {
  return { role: "system", content: [{ type: "text", text }] };
}

function fieldName(message: number, index: number, part: CallPart, at: number): string {
  const name = `messages.${message}.${index}`;
  return typeof part === "string" ? name : `${name}.${at}`;
}

function stopName(index: number): string {
  return `stop.${index}`;
}
