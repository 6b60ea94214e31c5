import { afterAll } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import { testAdmission } from "../../../../test/support/admission.ts";
import {
  type GatewayDatabase,
  openGatewayDatabase,
} from "../../../../test/support/gateway-database.ts";
import { insertTestCustomer } from "../../../../test/support/test-customer.ts";
import { createPostgresJobs } from "../../calls/native/results/postgres-jobs.ts";
import { createPostgresUsage } from "./postgres-usage.ts";
import { describeUsage } from "./usage.contract.ts";

describeWithServer("postgres", "PostgreSQL usage", () => {
  let gateway: GatewayDatabase | undefined;
  afterAll(() => gateway?.close());

  describeUsage("postgres, as the runtime role", async () => {
    gateway = await openGatewayDatabase();
    const { database } = gateway;
    const jobs = createPostgresJobs(database, 10);
    return {
      usage: createPostgresUsage(database),
      customer: () => insertTestCustomer(database),
      admit: (customerId, limitClass) =>
        jobs.admit(testAdmission({ customerId, quota: { limitClass, limit: 9 } }), 1_000),
    };
  });
});
