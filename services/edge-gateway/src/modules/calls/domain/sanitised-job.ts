import type { InferenceJob, Message } from "@veil/contracts/inference";
import type { CheckedTemplate, PseudonymToken, SanitisedText } from "./minted.ts";

/** A turn that may leave. */
interface SanitisedMessage {
  readonly role: Message["role"];
  readonly content: { type: "text"; text: SanitisedText }[];
}

/** What a worker gets of the content. */
export type SanitisedContent =
  | {
      readonly prompt_template: CheckedTemplate;
      readonly context: { name: string; text: SanitisedText }[];
    }
  | { readonly messages: SanitisedMessage[] };

type Content = "token" | "prompt_template" | "context" | "messages";

/** A job can be built of sanitised content alone. */
export type SanitisedJob = Omit<InferenceJob, Content> &
  SanitisedContent & { readonly token: PseudonymToken };
