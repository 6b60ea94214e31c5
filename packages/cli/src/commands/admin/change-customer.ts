import { type Command, Option } from "@commander-js/extra-typings";
import { AdminCustomerDetails } from "@veil/contracts/public/admin";
import { operationOf } from "../../gateway/operation-of.ts";
import type { Cli } from "../../program/cli.ts";
import { usageError } from "../../program/command-error.ts";
import { gatewayLeaf } from "../../program/leaf.ts";
import { definedOnly, TIER } from "../options.ts";
import { printAnswer } from "../simple-call.ts";
import { instant } from "./instant.ts";

const CHANGE = operationOf("adminChangeCustomer");

export function addCustomersChange(parent: Command, cli: Cli): void {
  gatewayLeaf(parent, {
    operation: CHANGE,
    usage: "change <CUSTOMER_ID>",
    summary: "change tier, license, managed_ai or organization of a customer",
    examples: [
      "veil admin customers change cus_0123456789abcdef0123456789abcdef01234567 --tier pro",
      "veil admin customers change cus_0123456789abcdef0123456789abcdef01234567 --license-expires never",
    ],
  })
    .addOption(TIER())
    .addOption(
      new Option("--managed-ai <YES>", "whether the operator's provider key is used").choices([
        "true",
        "false",
      ] as const),
    )
    .option("--license-expires <TIME>", "such as 2027-01-31, or never", instantOrNever)
    .option("--organization <ORG_ID>", "move the customer there")
    .action((customer_id, options) => {
      const { tier, managedAi, licenseExpires, organization } = options;
      const body = definedOnly({
        ...{
          tier,
          license_expires_at: licenseExpires === NEVER ? null : licenseExpires,
          org_id: organization,
        },
        managed_ai: managedAi && managedAi === "true",
      });
      if (Object.keys(body).length === 0) throw usageError("name what to change; see --help");
      return printAnswer(cli, options, CHANGE, {
        ...{ schema: AdminCustomerDetails, path: { customer_id }, body },
      });
    });
}

const NEVER = "never";

/** Does not return null yet, because commander takes null for an empty option. */
function instantOrNever(text: string): string {
  return text === NEVER ? NEVER : instant(text);
}
