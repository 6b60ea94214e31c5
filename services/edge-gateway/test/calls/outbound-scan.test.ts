import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import { bindKey } from "../support/changes.ts";
import { completedResult } from "../support/completed-result.ts";
import { callNatively, finalOf, letterRequest } from "../support/native-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const ANSWER = "born on 3 May 1980, Reisepass C01X00T47, host 10.0.0.1, max@other.example";
const KEPT = ["DATE_OF_BIRTH", "EMAIL"] as const;

describeWithServer("postgres", "Personal data that the model itself wrote", () => {
  let gateway: TestGateway;
  let apiKey = "";
  beforeAll(async () => {
    gateway = await startTestGateway();
    gateway.worker.answerWith(() => completedResult(ANSWER));
    const { keyId, ...provisioned } = await gateway.provision();
    ({ apiKey } = provisioned);
    await bindKey(gateway.stores.apiKeys, keyId, { may_keep: [...KEPT], may_allow: true });
  });
  afterAll(() => gateway.close());
  const ask = async (entity_policy: object) =>
    finalOf(
      await callNatively(
        gateway,
        apiKey,
        letterRequest({ context: { letter: "Ann Weber wrote" }, entity_policy }),
      ),
    );

  test("personal data from the model is redacted if a check digit or a label makes it certain, but IP addresses stay", async () => {
    const { result, dlp_redacted, compliance_trace } = await ask({});
    expect(result).toBe(
      "born on [REDACTED:DATE_OF_BIRTH], Reisepass [REDACTED:DE_PASSPORT], host 10.0.0.1, [REDACTED:EMAIL]",
    );
    expect(dlp_redacted).toBe(true);
    const [match] = (await gateway.events()).filter(
      ({ event_type, payload }) =>
        event_type === "PROXY_DLP_OUTBOUND_MATCH" && payload.job_id === compliance_trace.job_id,
    );
    expect(match?.payload).toMatchObject({
      match_count: "3",
      detected_types: "DATE_OF_BIRTH:1,DE_PASSPORT:1,EMAIL:1",
    });
  });

  test("personal data from the model stays if the request's policy turns its type off, unless its form alone identifies a person", async () => {
    const types = Object.fromEntries(KEPT.map((type) => [type, false]));
    expect((await ask({ types })).result).toBe(
      "born on 3 May 1980, Reisepass [REDACTED:DE_PASSPORT], host 10.0.0.1, [REDACTED:EMAIL]",
    );
  });

  test("personal data from the model is redacted even if the policy raises the threshold or allows the value", async () => {
    const raised = { thresholds: { DATE_OF_BIRTH: 0.99 }, allow: ["C01X00T47", "3 May 1980"] };
    expect((await ask(raised)).result).toBe((await ask({})).result);
  });
});
