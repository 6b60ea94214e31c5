import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { becomesReady, codeOf } from "../support/native-client.ts";
import { storedBoxes } from "../support/sealed-rows.ts";
import { DATA_KEY as OLD } from "../support/test-config.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const NEW = "44".repeat(32);

let gateway: TestGateway;
let apiKey = "";
beforeAll(async () => {
  gateway = await startTestGateway();
  ({ apiKey } = await gateway.provision({ company: "Weber" }));
});
afterAll(() => gateway.close());

const ready = async ({ app }: Pick<TestGateway, "app">) => (await request(app).get("/ready")).body;
const unopened = () =>
  gateway.seen.log
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event === "stored_data_not_opened")
    .map(({ level, component }) => [level, component]);

describeWithServer("postgres", "A data key that is removed before stored data is re-sealed", () => {
  test("the replica does not become ready, names the columns that it cannot open in the log, and changes nothing", async () => {
    const stored = await storedBoxes(gateway.database.owner);
    const replica = await gateway.replica({ DATA_KEY: NEW });
    const { status, checks } = await ready(replica);
    expect(status).toBe("not_ready");
    expect(checks).toContainEqual({ name: "data-key", ok: false });
    expect(unopened()).toEqual([
      ["error", "organisations.scope_key_sealed"],
      ["error", "customers.email_sealed"],
      ["error", "customers.company_sealed"],
      ["error", "customers.subject_key_sealed"],
    ]);
    const refused = await request(replica.app).get("/api/v1/account").set("x-api-key", apiKey);
    expect(codeOf(refused)).toEqual([500, "internal_error"]);
    expect(refused.text).not.toContain("Weber");
    expect(await storedBoxes(gateway.database.owner)).toEqual(stored);
    await replica.close();
  });

  test("with the key, replicas are ready, whether it is the first one or not", async () => {
    for (const keys of [OLD, `${NEW},${OLD}`]) {
      const replica = await gateway.replica({ DATA_KEY: keys });
      expect((await ready(replica)).checks).toContainEqual({ name: "data-key", ok: true });
      await replica.close();
    }
  });

  test("while the database does not respond, nothing is known, and the check is repeated", async () => {
    let isDown = true;
    const failing = await startTestGateway(
      {},
      {
        stores: (own) => ({
          ...own,
          async unopenedColumns(dataKeys) {
            if (isDown) throw new Error("down");
            return await own.unopenedColumns(dataKeys);
          },
        }),
      },
    );
    expect((await ready(failing)).checks).toContainEqual({ name: "data-key", ok: false });
    isDown = false;
    await becomesReady(failing);
    await failing.close();
  });
});
