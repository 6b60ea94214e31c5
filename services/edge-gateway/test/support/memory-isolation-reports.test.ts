import { describeIsolationReports } from "../../src/modules/isolation/adapters/isolation-reports.contract.ts";
import { createMemoryIsolationReports } from "./memory-isolation-reports.ts";

describeIsolationReports("memory", async () => createMemoryIsolationReports());
