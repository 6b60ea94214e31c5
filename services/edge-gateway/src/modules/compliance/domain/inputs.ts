import { DpiaInput } from "@veil/contracts/public/compliance/dpia";
import { RecordInput } from "@veil/contracts/public/compliance/record";
import { Type } from "typebox";
import { sealedRecord } from "../../../platform/sealed-record.ts";

/** What a customer fills in for the processing record of an activity. */
export const recordInputs = sealedRecord(RecordInput, {
  context: "compliance-record",
  data: "what a customer has filled in for a processing record",
  sealedBy: "gateway data key",
  kept: "until the account is deleted",
});

/** What a customer fills in for a field of the impact assessment. */
export const dpiaInputs = sealedRecord(DpiaInput, {
  context: "compliance-dpia",
  data: "what a customer has filled in for an impact assessment",
  sealedBy: "gateway data key",
  kept: "until the account is deleted",
});

/** The value that names the person of a request. */
export const subjectValues = sealedRecord(
  Type.Object({ value: Type.String() }, { additionalProperties: false }),
  {
    context: "compliance-subject",
    data: "the value that names the person of a data subject's request",
    sealedBy: "gateway data key",
    kept: "until the request ends",
  },
);

const RECORD = "record/";
const DPIA = "dpia/";

/** Returns the topic of an activity's record. */
export function recordTopic(activity: string): string {
  return RECORD + activity;
}

/** Returns the activity of a topic. Undefined if it is not the topic of a record. */
export function activityOf(topic: string): string | undefined {
  return topic.startsWith(RECORD) ? topic.slice(RECORD.length) : undefined;
}

/** Returns the topic of a field of the impact assessment. */
export function dpiaTopic(field: string): string {
  return DPIA + field;
}

/** Returns the field of a topic. Undefined if it is not the topic of an impact assessment. */
export function dpiaFieldOf(topic: string): string | undefined {
  return topic.startsWith(DPIA) ? topic.slice(DPIA.length) : undefined;
}
