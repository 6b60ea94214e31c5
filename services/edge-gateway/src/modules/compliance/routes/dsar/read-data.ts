import type { AccountResponse } from "@veil/contracts/public/account";
import type { Sealing } from "../../../../platform/sealed-record.ts";
import type { CustomerId } from "../../../accounts/index.ts";
import { customerData } from "../../domain/dsar/customer-data.ts";
import { activityOf, dpiaInputs, recordInputs } from "../../domain/inputs.ts";
import type { ComplianceInputs, HeldData } from "../../ports.ts";
import type { SubjectRequestDeps } from "./stored-request.ts";

interface DataDeps {
  readonly accountOf: (customerId: CustomerId) => Promise<AccountResponse>;
  readonly complianceInputs: Pick<ComplianceInputs, "newest">;
  readonly heldData: HeldData;
  readonly inputSealing: Sealing;
}

/** Creates a function that reads what is stored of a customer, or only what the customer gave. */
export function createReadData(deps: DataDeps): SubjectRequestDeps["dataOf"] {
  const { accountOf, complianceInputs, heldData, inputSealing } = deps;
  return async function readData(customerId, type) {
    const account = await accountOf(customerId);
    const inputs = await complianceInputs.newest(customerId);
    const filledIn = inputs.map(({ topic, sealed }) => {
      const record = activityOf(topic) === undefined ? dpiaInputs : recordInputs;
      return [topic, record.open(inputSealing, `${customerId}/${topic}`, sealed)];
    });
    const stored = type === "access" ? await heldData(customerId) : [];
    return customerData({ account, filledIn: Object.fromEntries(filledIn) }, stored);
  };
}
