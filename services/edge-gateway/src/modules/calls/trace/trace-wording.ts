import type { JobFacts } from "./job-facts.ts";

interface TraceWording {
  /** What the sanitised texts are called when they are counted. */
  readonly texts: string;
  readonly job: string;
  readonly prompt: string;
  readonly seenInClear: string;
  readonly seenByWorker: string;
  readonly coverage: string;
}

const TEMPLATE: TraceWording = {
  texts: "context values",
  job: "token, template and",
  prompt: "rendered template with placeholders",
  seenInClear: "context values",
  seenByWorker: "token, template, sanitised context",
  coverage:
    "pii_in_ai covers the context values that were sent: it is true when personal data that was found or annotated in them remained. The template is only scanned for patterns.",
};

const MESSAGES: TraceWording = {
  texts: "texts of messages",
  job: "token and",
  prompt: "messages with placeholders",
  seenInClear: "texts of the messages",
  seenByWorker: "token, sanitised messages",
  coverage:
    "pii_in_ai covers all texts of the messages: it is true when personal data that was found in them remained. Definitions of tools are only scanned for patterns.",
};

/** How a trace names what a call consists of. */
export function traceWording({ form }: Pick<JobFacts, "form">): TraceWording {
  return form === "messages" ? MESSAGES : TEMPLATE;
}
