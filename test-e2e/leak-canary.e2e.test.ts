/** @all starts a stack for each profile, and searches everything that it leaves behind */
import { randomBytes } from "node:crypto";
import { afterAll, expect, test } from "@jest/globals";
import { findIn, findInFiles, queryAs, type Sink, sinksOf } from "@veil/local-stack/inspection";
import { describeInBrowser, startCollector, until } from "@veil/testing";
import { exportSink } from "./suites/audit-export.ts";
import {
  type CertifiedCanaries,
  certifyCanaries,
  checkCommitments,
} from "./suites/canaries/certificate-canaries.ts";
import { askByMcp, askBySdk, scanAndPreview } from "./suites/canaries/direct-canaries.ts";
import { documentSinks } from "./suites/canaries/documents.ts";
import { plantLists, refuseLists } from "./suites/canaries/list-canaries.ts";
import {
  type OperatorCanaries,
  plantOperatorCanaries,
} from "./suites/canaries/operator-canaries.ts";
import { usePortal } from "./suites/canaries/portal-canaries.ts";
import { checkPositiveControl, checkTraceControl } from "./suites/canaries/positive-control.ts";
import { letMessagesWait } from "./suites/canaries/waiting-messages.ts";
import { type Canaries, plantCanaries, requestOf } from "./support/canaries.ts";
import { acceptedOf, answerTo, jobDone, PROXY_PATH } from "./support/clients/gateway.ts";
import { describeProfiles, type Scenario } from "./support/scenario.ts";

const WAIT_MS = 400;
/** A key for an unreachable provider, so that the key gets only as far as the worker. */
const UPSTREAM_KEY = `sk-canary-${randomBytes(24).toString("hex")}`;
const UNREACHABLE = { provider: "canary", dialect: "anthropic", base_url: "http://127.0.0.1:9" };

const collector = await startCollector();
afterAll(() => collector.close());
const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };

describeProfiles(
  "The leak canary",
  (scenario) => {
    const canaries = plantCanaries();
    const email = `quintessa.${Date.now()}@customer-canary.example`;
    const waitingMessages: Sink[] = [];
    const portal: Sink[] = [];
    let apiKey = "";
    let ofOperators: OperatorCanaries;
    let certified: CertifiedCanaries;
    let visible: readonly Sink[] = [];

    test("Planted values return to the customer, and the provider receives only masked text", async () => {
      const { gateway, simulator } = scenario();
      const body = { email, company: "Canary Holding Zwickau" };
      const reply = await gateway.call({ method: "POST", path: "/api/v1/register", body });
      apiKey = String(reply.body["svc_api_key"]);
      await plantLists(scenario(), canaries, apiKey);
      simulator.setMode({ answer: canaries.answer });
      const ask = async (more: object = {}) =>
        answerTo(gateway, apiKey, await gateway.proxy(apiKey, requestOf(canaries, more)));
      const { result } = await ask();
      expect(result).toMatch(/^Chartreuse answer \d+ for .*Vastergaard, quirin\.vastergaard/);
      certified = await certifyCanaries(scenario(), canaries);
      simulator.setMode({ echo: true });
      const echoed = String((await ask()).result);
      expect(echoed).toContain(canaries.german);
      const keys = { apiKey, upstreamKey: UPSTREAM_KEY };
      await askBySdk(scenario(), canaries, keys);
      await askByMcp(scenario(), canaries, keys);
      simulator.setMode({});
      const measured = await ask(measurement(canaries));
      const evaluation = JSON.stringify(measured.ground_truth_evaluation);
      for (const name of canaries.truth) expect(evaluation).toContain(name);
      await scanAndPreview(scenario(), canaries, apiKey);
    });

    test("Administrators and the website read customers' data, and customers log in", async () => {
      const { listed } = canaries;
      ofOperators = await plantOperatorCanaries(scenario(), { email, apiKey, listed });
    });

    describeInBrowser("The portal", (launch) => {
      test("A customer types planted values into the playground, makes a call, and opens each page", async () => {
        portal.push(...(await usePortal(scenario(), canaries, { apiKey, launch })));
        expect(portal.length).toBeGreaterThan(12);
      });
    });

    test("Requests with planted values fail in every way, and messages with them wait in the broker", async () => {
      await failInEveryWay(scenario(), canaries, { apiKey, email });
      waitingMessages.push(...(await letMessagesWait(scenario(), canaries, apiKey)));
    });

    // @spec SCAN-3
    test("No planted value is found in a place that must not contain it", async () => {
      const { stack, gateway, simulator } = scenario();
      await until("the events have left the outbox", async () => {
        const text = "select count(*)::int as waiting from event_outbox";
        const [row] = await queryAs<{ waiting: number }>(stack.databases.gatewayAdminUrl, text);
        return row?.waiting === 0;
      });
      const { secrets: issued, personal, operatorKeys, answers } = ofOperators;
      const own = [email, "quintessa", "Canary Holding", ...personal];
      const secrets = [apiKey, apiKey.slice(12), UPSTREAM_KEY.slice(12), ...issued];
      const everything = [
        ...canaries.personal,
        ...canaries.ordinary,
        ...canaries.truth,
        ...canaries.listed,
        ...own,
        ...secrets,
      ];
      const errors = gateway.replies.filter(({ status }) => status !== 200 && status !== 201);
      const [value = ""] = canaries.personal;
      const documents = await documentSinks(scenario(), { email, value });
      const sinks: Sink[] = [
        ...(await sinksOf(stack)),
        ...waitingMessages,
        ...certified.sinks,
        await exportSink(scenario(), email),
        ...documents,
        { name: "collector of traces", text: collector.text() },
        { name: "replies other than answers", text: JSON.stringify(errors) },
      ];
      visible = sinks;
      expect(errors.length).toBeGreaterThan(10);
      expect(findIn([...sinks, ...portal], [...everything, ...operatorKeys])).toEqual([]);
      const fromAdministrators = everything.filter((value) => !own.includes(value));
      expect(findIn([answers], [...fromAdministrators, ...operatorKeys])).toEqual([]);
      expect(findInFiles(stack.stateDir, everything)).toEqual([]);
      const provider = { name: "provider", text: JSON.stringify(simulator.record()) };
      const foreign = [
        ...canaries.personal,
        ...canaries.truth,
        ...canaries.listed,
        ...own,
        ...secrets,
      ];
      expect(findIn([provider], [...foreign, ...operatorKeys])).toEqual([]);
      // This text proves that the lists were applied.
      expect(provider.text).toMatch(/near the \[KNOWN_ENTITY_\d\]/);
    });

    test("No planted value can be guessed from visible hashes and commitments, but with the openings every value can", async () => {
      checkCommitments(visible, certified, canaries);
      // Nothing else ran meanwhile. Sockets that servers have closed must end before the next call:
      // the first turn of the event loop may be one that began earlier.
      await new Promise(setImmediate);
      await new Promise(setImmediate);
    });

    test("The search finds a value that was planted in every kind of place on purpose (positive control)", async () => {
      await checkPositiveControl(scenario(), waitingMessages, canaries);
      await checkTraceControl(scenario(), apiKey, collector);
    });
  },
  {
    env: () => ({
      "edge-gateway": {
        ...traces,
        WAIT_TIMEOUT_MS: String(WAIT_MS),
        LOG_LEVEL: "debug",
        STREAMING_ENABLED: "true",
        PROVIDER_KEY_PREFIXES: "sk-ant-=anthropic,sk-=openai,sk-canary-=canary:anthropic",
      },
      bridge: { LOG_LEVEL: "debug" },
      sanitiser: { LOG_LEVEL: "debug" },
      "inference-worker": {
        LOG_LEVEL: "debug",
        PROVIDER_TABLE: JSON.stringify({ "sk-canary-": UNREACHABLE }),
      },
      audit: { ...traces, LOG_LEVEL: "debug" },
    }),
  },
);

/** Returns a request whose texts each annotate a name that the other text lacks. */
function measurement({ truth, english, german }: Canaries) {
  const [one = "", other = ""] = truth;
  const whole = (type: string, value: string) => [{ type, value, start: 0, end: value.length }];
  return {
    mode: "proving_ground",
    activity_id: "canary-check",
    ground_truth: { english: whole(one, english), german: whole(other, german) },
  };
}

interface Customer {
  readonly apiKey: string;
  readonly email: string;
}

async function failInEveryWay(
  scenario: Scenario,
  canaries: Canaries,
  customer: Customer,
): Promise<void> {
  const { stack, gateway, simulator } = scenario;
  const { apiKey, email } = customer;
  const [surname = "", , mail = "", , iban = ""] = canaries.personal;
  const send = (more = {}, headers = {}) =>
    gateway.proxy(apiKey, requestOf(canaries, more), headers);

  for (const mode of [
    { statuses: [400] },
    { statuses: [500, 500] },
    { fault: "garbage" },
  ] as const) {
    simulator.setMode(mode);
    await send();
  }
  for (const fault of ["reset", "truncated", "wrong_shape"] as const) {
    simulator.setMode({ fault });
    await send();
  }
  simulator.setMode({});
  for (const service of ["sanitiser", "bridge"] as const) {
    await stack.kill(service);
    expect((await send(measurement(canaries))).status).toBe(503);
    if (service === "sanitiser")
      expect((await gateway.scan({ text: canaries.english })).status).toBe(503);
    await stack.restart(service);
  }

  await refuseLists(scenario, canaries, apiKey);
  await send({ ...measurement(canaries), activity_id: mail });
  await send({ ...measurement(canaries), ground_truth: { [surname]: [] } });
  await send({
    ...measurement(canaries),
    ground_truth: { english: [{ type: surname, value: mail, start: 0, end: 1 }] },
  });
  await gateway.scan({ text: canaries.english.padEnd(5_000, ".") });
  await gateway.scan({ text: canaries.english, [surname]: mail });
  await gateway.scan({ text: canaries.english, language: surname });
  await gateway.scan(`{"text": "${canaries.german}`);
  await gateway.scan(canaries.german, { "content-type": "text/plain" });
  await send({ [surname]: mail });
  await send({ model: mail });
  await send({ mode: mail });
  await send({ temperature: iban });
  await send({ context: { [mail]: surname } });
  await send({ context: { english: [surname] } });
  await send({ prompt_template: `Write to ${mail}, ${iban}` });
  await send({}, { "idempotency-key": mail, "x-request-id": surname, traceparent: iban });
  await send({ max_tokens: 9 }, { "idempotency-key": mail });
  await gateway.proxy(apiKey, `{"prompt_template": "${canaries.english}`);
  await gateway.proxy(apiKey, JSON.stringify(requestOf(canaries)).padEnd(4 * 1024 * 1024 + 1, "."));
  await gateway.proxy(apiKey.replace(/.$/, "-"), requestOf(canaries));
  await gateway.proxy(`svc_${surname}`, requestOf(canaries));
  const paths = [
    `/api/v1/${mail}?q=${iban}`,
    `/api/v1/proxy/jobs/${mail}`,
    `${PROXY_PATH}?to=${mail}`,
  ];
  for (const path of paths) await gateway.call({ path, apiKey });
  for (const body of [
    { email, company: 7 },
    { email: `${surname} <${mail}>` },
    { email, [mail]: 1 },
  ])
    await gateway.call({ method: "POST", path: "/api/v1/register", body });
  await gateway.call({ method: "POST", path: "/api/v1/register", body: { email, company: "x" } });

  simulator.clear();
  const jobId = acceptedOf(await send({ model: "sim-slow-900" }));
  await until("the provider has the request", () => simulator.record().length > 0);
  await stack.kill("inference-worker");
  await stack.restart("inference-worker");
  await jobDone(gateway, apiKey, jobId);
}
