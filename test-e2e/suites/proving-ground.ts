import { expect, test } from "@jest/globals";
import { eventsOf, verifyAuditChain } from "@veil/local-stack/inspection";
import { until } from "@veil/testing";
import { finalOf } from "../support/clients/gateway.ts";
import type { Scenario } from "../support/scenario.ts";
import { letterEn, letterRequest, PERSON_EN } from "../support/texts.ts";

const LETTER = `${letterEn()} The zeppelin was late.`;
const { iban, phone, email } = PERSON_EN;

function annotated(type: string, value: string) {
  const start = LETTER.indexOf(value);
  return { type, value, start, end: start + value.length };
}

/**
 * Returns a request that annotates two entities that the sanitiser finds and one that it misses,
 * but not the email address.
 */
function measurement() {
  const found = [annotated("IBAN_CODE", iban), annotated("PHONE_NUMBER", phone)];
  const letter = [...found, annotated("VEHICLE", "zeppelin")];
  return letterRequest({
    context: { letter: LETTER },
    mode: "proving_ground",
    activity_id: "complaints-2026",
    ground_truth: { letter },
  });
}

const EVALUATION = {
  total_annotations: 3,
  true_positives: 2,
  false_negatives: 1,
  detection_rate: 2 / 3,
  matches: [
    { annotation_type: "IBAN_CODE", annotation_value: iban, redacted_as: "[IBAN_1]" },
    { annotation_type: "PHONE_NUMBER", annotation_value: phone, redacted_as: "[PHONE_1]" },
  ],
  missed: [{ field: "letter", type: "VEHICLE", value: "zeppelin" }],
  extras: expect.arrayContaining([{ placeholder: "[EMAIL_1]", original: email }]),
};

export function describeProvingGround(scenario: () => Scenario): void {
  test("An evaluation in the proving ground adds one event to the audit log, with counts and the activity id", async () => {
    const { stack, gateway, customer } = scenario();
    const { apiKey, customerId } = await customer();
    const reply = await gateway.proxy(apiKey, measurement());
    const { ground_truth_evaluation: evaluation } = finalOf(reply);
    expect(evaluation).toMatchObject(EVALUATION);
    const events = await until("the job's last event is in the log", async () => {
      const found = await eventsOf(stack, reply.headers["x-request-id"] ?? "");
      return found.some(({ event_type }) => event_type === "PROXY_INFERENCE_COMPLETED") && found;
    });
    const own = events.filter(({ event_type }) => event_type === "PROVING_GROUND_EVALUATION");
    expect(own).toMatchObject([{ actor: customerId }]);
    expect(own[0]?.payload).toEqual({
      activity_id: "complaints-2026",
      match_count: "2",
      missed_count: "1",
      extra_count: String(evaluation?.false_positives),
    });
    expect(await verifyAuditChain(stack)).toMatch(/^\d+ events, chain intact$/);
  });
}
