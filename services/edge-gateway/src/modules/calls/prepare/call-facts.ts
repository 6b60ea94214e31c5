import { sha256Hex } from "@veil/crypto";
import { raisesThresholds, typesKept, typesOff } from "../../entities/index.ts";
import { type CallContent, fieldsOf, isSent } from "../content/content.ts";
import type { JobFacts } from "../trace/job-facts.ts";
import { countUnredacted } from "../trace/unredacted.ts";
import type { CallInput, PreparedCall } from "./prepare.ts";

type Known =
  | "token_request_id"
  | "actor"
  | "scope"
  | "subject"
  | "activity_id"
  | "form"
  | "fields_sanitised"
  | "fields_sent"
  | "redactions"
  | "layers"
  | "entity_lists"
  | "types_kept"
  | "types_off"
  | "values_allowed"
  | "left";

export function callFacts(input: CallInput, prepared: PreparedCall): Pick<JobFacts, Known> {
  const { caller, policy, provingGround } = input;
  const { tokenRequestId, token, sanitisation } = prepared;
  const kept = typesKept(policy);
  const off = typesOff(policy);
  const allowed = policy?.allow?.length ?? 0;
  const names = fieldsOf(input.content).map(({ name }) => name);
  return {
    token_request_id: tokenRequestId,
    actor: `token:${sha256Hex(token)}`,
    scope: caller.scope,
    subject: caller.subject,
    ...(provingGround && { activity_id: provingGround.activityId }),
    ...(input.content.kind === "messages" && { form: "messages" as const }),
    fields_sanitised: names.length,
    fields_sent: names.filter((name) => isSent(input.content, name)).length,
    redactions: sanitisation.counts,
    layers: sanitisation.layers,
    ...(sanitisation.listCount > 0 && { entity_lists: sanitisation.listCount }),
    ...(kept.length > 0 && { types_kept: kept }),
    ...(off.length > 0 && { types_off: off }),
    ...(allowed > 0 && { values_allowed: allowed }),
    left: leftFacts(input, prepared),
  };
}

function leftFacts({ content, policy }: CallInput, { sanitisation, measured }: PreparedCall) {
  const leaving = {
    left: sanitisation.left,
    missed: measured?.missed ?? new Map(),
    raised: raisesThresholds(policy),
  };
  const names = (sent: boolean) =>
    fieldNames(content).filter((name) => isSent(content, name) === sent);
  return {
    sent: countUnredacted(names(true), leaving),
    unsent: countUnredacted(names(false), leaving),
  };
}

function fieldNames(content: CallContent): readonly string[] {
  return fieldsOf(content).map(({ name }) => name);
}
