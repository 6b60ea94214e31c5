import { afterAll } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import {
  type GatewayDatabase,
  openGatewayDatabase,
} from "../../../../test/support/gateway-database.ts";
import { describeIsolationReports } from "./isolation-reports.contract.ts";
import { createPostgresIsolationReports } from "./postgres-isolation-reports.ts";

describeWithServer("postgres", "PostgreSQL isolation reports", () => {
  let gateway: GatewayDatabase | undefined;
  afterAll(() => gateway?.close());

  describeIsolationReports("postgres, as the runtime role", async () => {
    gateway = await openGatewayDatabase();
    return createPostgresIsolationReports(gateway.database);
  });
});
