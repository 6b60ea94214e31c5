import type { Message } from "@veil/contracts/inference";
import type { NamedText } from "../ports.ts";
import type { CheckedTemplate, SanitisedText } from "./minted.ts";
import type { SanitisedContent } from "./sanitised-job.ts";

export type CallContent = TemplateContent | MessagesContent;

export interface TemplateContent {
  readonly kind: "template";
  readonly template: CheckedTemplate;
  readonly values: readonly NamedText[];
  readonly used: ReadonlySet<string>;
  readonly linkHosts: readonly string[];
}

interface MessagesContent {
  readonly kind: "messages";
  readonly messages: readonly CallMessage[];
}

interface CallMessage {
  readonly role: Message["role"];
  readonly parts: readonly string[];
}

export function fieldsOf(content: CallContent): readonly NamedText[] {
  if (content.kind === "template") return content.values;
  return content.messages.flatMap(({ parts }, message) =>
    parts.map((text, part) => ({ name: partName(message, part), text })),
  );
}

export function isSent(content: CallContent, name: string): boolean {
  return content.kind === "messages" || content.used.has(name);
}

export function sanitisedContent(
  content: CallContent,
  fields: readonly NamedText<SanitisedText>[],
): SanitisedContent {
  if (content.kind === "template")
    return {
      prompt_template: content.template,
      context: fields.filter(({ name }) => content.used.has(name)),
    };
  const texts = new Map(fields.map(({ name, text }) => [name, text]));
  const messages = content.messages.map(({ role, parts }, message) => ({
    role,
    content: parts.map((_part, part) => {
      const text = texts.get(partName(message, part));
      if (text === undefined) throw new Error("A part was not sanitised");
      return { type: "text" as const, text };
    }),
  }));
  return { messages };
}

function partName(message: number, part: number): string {
  return `messages.${message}.${part}`;
}
