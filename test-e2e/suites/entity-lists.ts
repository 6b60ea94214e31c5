import { describe, expect, test } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import { EntityListSummary } from "@veil/contracts/public/entity-lists";
import type { SanitiseRequest } from "@veil/contracts/sanitiser";
import { until } from "@veil/testing";
import { eventsWith, queryAs } from "../support/audit-log.ts";
import { startBetween } from "../support/between.ts";
import { ENTITY_LISTS_PATH, finalOf, type Gateway, withGateway } from "../support/gateway.ts";
import { PERSON_EN } from "../support/texts.ts";
import type { World } from "../support/world.ts";

/** Words that nobody takes for a name. */
const LANTERN = { kind: "deny", entries: [{ value: "Blue Lantern" }] };
const TEMPLATE = "{letter} / {note}";
const parse = checked(EntityListSummary);

export function describeEntityLists(world: () => World): void {
  describe("Lists of known entities", () => {
    theRoad(world);
    theChanges(world);
    theBoxes(world);
  });
}

async function createList(gateway: Gateway, apiKey: string, body: object): Promise<string> {
  const reply = await gateway.call({ method: "POST", path: ENTITY_LISTS_PATH, apiKey, body });
  expect(reply.status).toBe(201);
  return parse(reply.body).list_id;
}

/** What the provider got to read of two values. */
async function promptFor(
  { gateway, simulator }: Pick<World, "gateway" | "simulator">,
  apiKey: string,
  letter: string,
  note = "-",
): Promise<string> {
  simulator.clear();
  finalOf(await gateway.proxy(apiKey, { prompt_template: TEMPLATE, context: { letter, note } }));
  return JSON.stringify(simulator.record());
}

function theRoad(world: () => World): void {
  test("An entry is replaced in every field, put back in the answer, and counted by its list", async () => {
    const { gateway, simulator, customer } = world();
    const { apiKey } = await customer();
    await createList(gateway, apiKey, LANTERN);
    simulator.clear();
    const context = { letter: "the BLUE LANTERN is late.", note: "who runs blue lantern?" };
    const response = finalOf(await gateway.proxy(apiKey, { prompt_template: TEMPLATE, context }));
    const sent = JSON.stringify(simulator.record());
    expect(sent).not.toMatch(/lantern/i);
    expect(sent).toContain("the [KNOWN_ENTITY_1] is late.");
    expect(sent).toMatch(/who runs \[KNOWN_ENTITY_\d\]\?/);
    expect(response.result).toMatch(/BLUE LANTERN/);
    expect(JSON.stringify(response.compliance_trace)).toContain("lists of known entities: 1");
  });

  test("What an allow list names stays, but for what identifies a person by its form", async () => {
    const { gateway, customer } = world();
    const { apiKey } = await customer();
    const letter = `I am Mrs ${PERSON_EN.name}, ${PERSON_EN.email}.`;
    expect(await promptFor(world(), apiKey, letter)).not.toContain(PERSON_EN.name);
    const values = [PERSON_EN.name, `Mrs ${PERSON_EN.name}`, PERSON_EN.email];
    const entries = values.map((value) => ({ value }));
    await createList(gateway, apiKey, { kind: "allow", entries });
    const sent = await promptFor(world(), apiKey, letter);
    expect(sent).toContain(PERSON_EN.name);
    expect(sent).not.toContain(PERSON_EN.email);
    const body = { prompt_template: TEMPLATE, context: { letter, note: "-" } };
    const { compliance_trace } = finalOf(await gateway.proxy(apiKey, body));
    expect(compliance_trace.data_exposure_summary.pii_in_ai).toBe(true);
  });

  test("Another customer's list has no effect, nor has any on a scan", async () => {
    const { gateway, customer } = world();
    await createList(gateway, (await customer()).apiKey, LANTERN);
    const { apiKey } = await customer();
    expect(await promptFor(world(), apiKey, "blue lantern")).toContain("blue lantern");
    const headers = { "x-api-key": apiKey };
    await createList(gateway, apiKey, LANTERN);
    const scanned = await gateway.scan({ text: "the blue lantern" }, headers);
    expect(scanned.body["redacted"]).toBe("the blue lantern");
  });
}

function theChanges(world: () => World): void {
  test("When a list is replaced or deleted, then so it is: here at once, elsewhere in seconds", async () => {
    const { stack, gateway, simulator, customer } = world();
    const { apiKey } = await customer();
    const path = `${ENTITY_LISTS_PATH}/${await createList(gateway, apiKey, LANTERN)}`;
    const replica = await stack.startReplica("edge-gateway");
    await withGateway(replica.url, async (other) => {
      const [here, there] = [gateway, other].map(
        (each) => () =>
          promptFor({ gateway: each, simulator }, apiKey, "blue lantern, red lantern"),
      );
      if (here === undefined || there === undefined) throw new Error("Two gateways");
      expect(await there()).not.toContain("blue lantern");
      const body = { kind: "deny", entries: [{ value: "red lantern" }] };
      const replaced = await gateway.call({ method: "PUT", path, apiKey, body });
      expect([replaced.status, replaced.body["version"]]).toEqual([200, 2]);
      expect(await here()).toContain("blue lantern, [KNOWN_ENTITY_1]");
      const follows = async () => (await there()).includes("blue lantern, [KNOWN_ENTITY_1]");
      await until("the other replica follows", follows, 10_000);
      expect((await gateway.call({ method: "DELETE", path, apiKey })).status).toBe(204);
      expect(await here()).toContain("blue lantern, red lantern");
    });
    await replica.stop();
  });

  test("Each change of a list is in the audit log, by ids and counts", async () => {
    const { stack, gateway, customer } = world();
    const { apiKey, customerId: actor } = await customer();
    const list_id = await createList(gateway, apiKey, LANTERN);
    const path = `${ENTITY_LISTS_PATH}/${list_id}`;
    await gateway.call({ method: "PUT", path, apiKey, body: LANTERN });
    await gateway.call({ method: "DELETE", path, apiKey });
    const logged = () => eventsWith(stack, "list_id", list_id);
    await until("the log has the changes", async () => (await logged()).length === 3, 10_000);
    const event = (change: string, list_version: string) => ({
      event_type: `ENTITY_LIST_${change}`,
      actor,
      payload: { list_id, list_version, entry_count: "1" },
    });
    expect(await logged()).toMatchObject([
      event("CREATED", "1"),
      event("REPLACED", "2"),
      event("DELETED", "2"),
    ]);
  });

  test("Nobody else can see, replace or delete a list, and its entries are given back to nobody", async () => {
    const { gateway, customer } = world();
    const { apiKey } = await customer();
    const path = `${ENTITY_LISTS_PATH}/${await createList(gateway, apiKey, LANTERN)}`;
    const stranger = (await customer()).apiKey;
    for (const method of ["GET", "PUT", "DELETE"] as const) {
      const reply = await gateway.call({ method, path, apiKey: stranger, body: LANTERN });
      expect([reply.status, reply.body["error"]]).toEqual([404, "not_found"]);
    }
    const reads = [path, ENTITY_LISTS_PATH].map((each) => gateway.call({ path: each, apiKey }));
    for (const { status, text } of await Promise.all(reads)) {
      expect(status).toBe(200);
      expect(text).not.toMatch(/lantern/i);
      expect(text).toContain('"entry_count":1');
    }
  });
}

function theBoxes(world: () => World): void {
  test("Boxes go to the sanitiser when it asks for them: at first, and after its restart", async () => {
    const { stack, gateway, simulator, customer } = world();
    const { apiKey, customerId } = await customer();
    await createList(gateway, apiKey, LANTERN);
    const between = await startBetween(() => stack.url("sanitiser"));
    const replica = await stack.startReplica("edge-gateway", { SANITISER_URL: between.url });
    await withGateway(replica.url, async (watched) => {
      const send = () => promptFor({ gateway: watched, simulator }, apiKey, "blue lantern");
      const boxes = () =>
        between.passed.map(({ body }) => {
          const { lists = [] } = JSON.parse(body) as SanitiseRequest;
          return lists.map(({ box }) => box !== undefined);
        });
      for (let round = 0; round < 2; round++) expect(await send()).not.toContain("blue lantern");
      expect(boxes()).toEqual([[false], [true], [false]]);
      await stack.restart("sanitiser");
      expect(await send()).not.toContain("blue lantern");
      expect(boxes().slice(3)).toEqual([[false], [true]]);
      expect(JSON.stringify(between.passed)).not.toContain(customerId);
    });
    await replica.stop();
    between.close();
  });

  test("A list of 100 000 entries works like a short one, also when many need it at once", async () => {
    const { gateway, simulator, customer } = world();
    const { apiKey } = await customer();
    const entries = Array.from({ length: 100_000 }, (_, index) => ({ value: `lantern n${index}` }));
    await createList(gateway, apiKey, { kind: "deny", entries });
    simulator.clear();
    const context = { letter: "the lantern n99999 and lantern n100000", note: "-" };
    const all = Array.from({ length: 8 }, () =>
      gateway.proxy(apiKey, { prompt_template: TEMPLATE, context }),
    );
    for (const reply of await Promise.all(all)) expect(reply.status).toBe(200);
    const prompts = simulator.record().map((call) => JSON.stringify(call));
    expect(prompts).toHaveLength(8);
    for (const sent of prompts) expect(sent).toContain("the [KNOWN_ENTITY_1] and lantern n100000");
  });

  test("When a box cannot be opened, then 503, nothing is forwarded, and nothing is counted", async () => {
    const { stack, gateway, simulator, customer } = world();
    const { apiKey, customerId } = await customer();
    const path = `${ENTITY_LISTS_PATH}/${await createList(gateway, apiKey, LANTERN)}`;
    await queryAs(
      stack.databases.gatewayAdminUrl,
      "update entity_lists set box = set_byte(box, 40, 255 - get_byte(box, 40)) where customer_id = $1",
      [customerId],
    );
    simulator.clear();
    const context = { letter: "blue lantern", note: "-" };
    const refused = await gateway.proxy(apiKey, { prompt_template: TEMPLATE, context });
    expect([refused.status, refused.body["error"]]).toEqual([503, "sanitizer_unavailable"]);
    expect(simulator.record()).toEqual([]);
    expect((await gateway.usage(apiKey)).used).toBe(0);
    await gateway.call({ method: "PUT", path, apiKey, body: LANTERN });
    expect(await promptFor(world(), apiKey, "blue lantern")).toContain("[KNOWN_ENTITY_1]");
  });
}
