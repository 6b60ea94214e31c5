import type { InferenceJob, Message } from "@veil/contracts/inference";
import type { CheckedTemplate, PseudonymToken, SanitisedText } from "./minted.ts";

interface SanitisedMessage {
  readonly role: Message["role"];
  readonly content: { type: "text"; text: SanitisedText }[];
}

export type SanitisedContent =
  | {
      readonly prompt_template: CheckedTemplate;
      readonly context: { name: string; text: SanitisedText }[];
    }
  | { readonly messages: SanitisedMessage[] };

type Content = "token" | "prompt_template" | "context" | "messages";

export type SanitisedJob = Omit<InferenceJob, Content> &
  SanitisedContent & { readonly token: PseudonymToken };
