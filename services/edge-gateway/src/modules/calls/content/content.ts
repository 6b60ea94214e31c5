import type { Dialect, Message } from "@veil/contracts/inference";
import type { CacheMark } from "@veil/contracts/tools";
import { labelOf } from "./json-text.ts";
import type {
  CallField,
  CheckedOutputSchema,
  CheckedTemplate,
  CheckedTools,
  NamedText,
  SanitisedBlock,
  SanitisedMessage,
  SanitisedMessages,
  SanitisedTemplate,
  SanitisedText,
  SpeakerName,
  UnwordedOptions,
} from "./sanitised-content.ts";
import {
  cleanThought,
  requireConversation,
  requireThoughts,
  type ThoughtPart,
} from "./thoughts.ts";
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
  readonly options: UnwordedOptions;
  readonly messages: readonly CallMessage[];
  readonly stop: readonly string[];
  readonly tools: CheckedTools | undefined;
  /** The published addresses in the tool definitions. */
  readonly toolAddresses?: readonly string[];
  readonly outputSchema: CheckedOutputSchema | undefined;
  /**
   * Names of the tools in whose arguments values are restored. Empty if the call restores no
   * values.
   */
  readonly relinkTools: ReadonlySet<string>;
  /**
   * A system message that tells the model to repeat placeholders unchanged. It is added only if the
   * messages contain placeholders.
   */
  readonly preamble: CheckedTemplate | undefined;
  /**
   * True if placeholders in earlier answers are left unchanged, because no values were restored in
   * those answers.
   */
  readonly keepsPlaceholders: boolean;
}

interface CallMessage {
  readonly role: Message["role"];
  /** The field of the request that contains the message, such as `messages[0]`. */
  readonly field: string;
  readonly name?: SpeakerName | undefined;
  readonly parts: readonly CallPart[];
  /** By the index of a part: the cache mark that follows it. Absent if there are none. */
  readonly cacheMarks?: readonly (CacheMark | undefined)[];
}

/** A text, a part of a tool call, or a thought. */
export type CallPart = string | ToolPart | ThoughtPart;

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

/**
 * Adds the words of the field's name as a label. Without a label such as `taxId`, `536904399` could
 * be any number.
 */
function labeled(value: NamedText): CallField {
  const label = labelOf(value.name);
  return label === "" ? value : { ...value, label };
}

const KEEPS = { keepsPlaceholders: true } as const;

function keepsPlaceholders(content: MessagesContent, part: CallPart): boolean {
  if (content.keepsPlaceholders) return true;
  if (typeof part === "string") return false;
  // Values are never restored in thoughts.
  if (part.kind === "thought") return true;
  return part.kind === "tool_use" && !content.relinkTools.has(part.name);
}

/**
 * Returns the texts of a part that are sanitised: the part itself, or each text of a tool call or
 * result.
 */
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
  content: MessagesContent,
  fields: readonly NamedText<SanitisedText>[],
  isAnyIssued: boolean,
): SanitisedMessages {
  const { dialect, options, stop, tools, outputSchema, preamble } = content;
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
      ...(outputSchema !== undefined && { output_schema: outputSchema }),
    },
    messages: [
      ...(preamble !== undefined && isAnyIssued ? [systemMessage(preamble)] : []),
      ...sentMessages(content, textOf),
    ],
  };
}

/** @throws ApiError `invalid_field` when a thought that is left out has to be sent */
function sentMessages(
  { options, messages }: MessagesContent,
  textOf: (name: string) => SanitisedText,
): readonly SanitisedMessage[] {
  const asked = messages.findLastIndex(({ role }) => role === "assistant");
  const sent = messages.flatMap((given, message): SanitisedMessage[] => {
    const { role, name, parts, cacheMarks } = given;
    const blocks = parts.flatMap((part, index) => {
      const textAt = (at: number) => textOf(fieldName(message, index, part, at));
      const block = sanitisedBlock(part, textAt);
      return block === undefined ? [] : [{ ...block, ...markOf(cacheMarks?.[index]) }];
    });
    const dropped = parts.length - blocks.length;
    const isAsked = message === asked && parts.some(isToolUse);
    requireThoughts(options.thinking, { isAsked, dropped });
    if (blocks.length === 0 && dropped > 0) return [];
    return [{ role, ...(name !== undefined && { name }), content: blocks }];
  });
  requireConversation(messages, sent);
  return sent;
}

function markOf(mark: CacheMark | undefined): { cache_control?: CacheMark } {
  return mark === undefined ? {} : { cache_control: mark };
}

/** Returns the content without cache marks. */
export function withoutCacheMarks({
  options: { cache_control: _whole, tools, ...options },
  messages,
  ...content
}: SanitisedMessages): SanitisedMessages {
  const unmarked = <T extends object>(block: T): T => {
    const { cache_control: _mark, ...rest } = block as T & { cache_control?: CacheMark };
    return rest as T;
  };
  return {
    ...content,
    options: { ...options, ...(tools && { tools: tools.map(unmarked) as typeof tools }) },
    messages: messages.map(({ content: blocks, ...message }) => ({
      ...{ ...message, content: blocks.map(unmarked) },
    })),
  };
}

function isToolUse(part: CallPart): boolean {
  return typeof part !== "string" && part.kind === "tool_use";
}

/** Returns undefined for a thought that must not be sent. */
function sanitisedBlock(
  part: CallPart,
  textAt: (at: number) => SanitisedText,
): SanitisedBlock | undefined {
  if (typeof part === "string") return { type: "text", text: textAt(0) };
  if (part.kind === "thought") return cleanThought(part, textAt);
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

/** Returns the field of the request from which the text with this name was read. */
export function fieldWith({ messages }: MessagesContent, name: string): string | undefined {
  const [, message] = /^messages\.(\d+)\./.exec(name) ?? [];
  return messages[Number(message)]?.field;
}

function stopName(index: number): string {
  return `stop.${index}`;
}
