import { Option } from "@commander-js/extra-typings";
import { type Calls, type Fields, group, row } from "./call-row.ts";

/** Fields of a data subject's request. */
const STEP: Fields = {
  request_status: [
    new Option("--status <STATUS>", "the next status").choices([
      "in_progress",
      "completed",
      "cancelled",
    ]),
  ],
  reason: [
    new Option("--reason <REASON>", "why it is refused, with --status cancelled").choices([
      "no_match",
      "insuf_verification",
      "suspected_fraud",
      "too_many_requests",
      "claim_not_covered",
      "denied",
    ]),
  ],
  extension: [
    new Option("--extension <REASON>", "two more months").choices([
      "complexity",
      "number_of_requests",
    ]),
  ],
  confirm: [new Option("--confirm <CUSTOMER_ID>", "your customer id, to erase your account")],
};

export const COMPLIANCE: Calls = {
  dsar: group("data subjects' requests (Art. 12 to 20 of the GDPR)", {
    list: row("listSubjectRequests", "list requests, the newest first"),
    create: row("createSubjectRequest", "record a request, and search for the person", {
      description:
        'Records a request and searches for the person; nothing is erased. FILE is JSON such as {"subject_request_type": ' +
        '"erasure", "subject": {"kind": "value", "value": "Anna Weber"}}. Keep the opening that is printed: it alone proves ' +
        "the value later.",
      file: "the request; - is standard input",
      examples: ["--file request.json"],
    }),
    get: row("readSubjectRequest", "show a request"),
    step: row("changeSubjectRequest", "verify, extend, complete or refuse a request", {
      description:
        "Takes the next step of a request. Completing a request for erasure erases what the search found.",
      examples: ["--status in_progress", "--status cancelled --reason no_match"],
      fields: STEP,
    }),
  }),
  "dpia-changes": row("readDpiaChanges", "show which facts changed since a release", {
    examples: ["--since 0.1.0"],
    fields: {
      since: [new Option("--since <RELEASE>", "such as 0.1.0").makeOptionMandatory()],
    },
  }),
  "dpia-input": row("replaceDpiaInput", "fill in a field of the impact assessment", {
    description:
      'Fills in a field of the impact assessment. FIELD is its number, such as 1.1.b; FILE is JSON such as {"text": "Answer letters"}.',
    file: "the text; - is standard input",
    examples: ["--file purposes.json"],
  }),
  "record-input": row(
    "replaceRecordInput",
    "set what only you know of an activity; _ stands for calls without one",
    {
      description:
        'Sets what only you know of an activity. FILE is JSON such as {"purposes": "Answer letters", "legal_basis": "Art. ' +
        '6(1)(b)"}; it replaces what was set before.',
      file: "the fields; - is standard input",
      examples: ["--file claims-triage.json"],
    },
  ),
};
