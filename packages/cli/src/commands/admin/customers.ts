import type { Command } from "@commander-js/extra-typings";
import {
  AdminCustomerDetails,
  AdminCustomersResponse,
  ProvisionResponse,
} from "@veil/contracts/public/admin";
import { callFor } from "../../gateway/call.ts";
import { operationOf } from "../../gateway/operation-of.ts";
import { issueKey } from "../../output/one-time-key.ts";
import type { Cli } from "../../program/cli.ts";
import { gatewayLeaf } from "../../program/leaf.ts";
import { readSettings } from "../../settings/read-settings.ts";
import { readSecret } from "../input-text.ts";
import { CURSOR, definedOnly, FAMILY, LIMIT, OUTPUT, TIER } from "../options.ts";
import { printAnswer } from "../simple-call.ts";
import { addCustomersChange } from "./change-customer.ts";
import { instant } from "./instant.ts";

const LIST = operationOf("adminListCustomers");
const CREATE = operationOf("adminProvisionCustomer");
const FIND = operationOf("adminFindCustomer");
const GET = operationOf("adminReadCustomer");

export function addCustomers(parent: Command, cli: Cli): void {
  gatewayLeaf(parent, {
    operation: LIST,
    usage: "list",
    summary: "list the customers, newest first, page by page",
    examples: ["veil admin customers list", "veil admin customers list --limit 200 --json"],
  })
    .addOption(LIMIT())
    .addOption(CURSOR())
    .action((options) => {
      const query = { limit: options.limit, cursor: options.cursor };
      return printAnswer(cli, options, LIST, { schema: AdminCustomersResponse, query });
    });
  addCreate(parent, cli);
  gatewayLeaf(parent, {
    operation: FIND,
    usage: "find",
    summary: "show the customer with an email",
    examples: [
      "veil admin customers find --email anna@example.org",
      "veil admin customers find --email - < email.txt",
    ],
  })
    .requiredOption(...EMAIL)
    .action(async (options) => {
      const body = { email: await emailOf(cli, options.email) };
      await printAnswer(cli, options, FIND, { schema: AdminCustomerDetails, body });
    });
  gatewayLeaf(parent, {
    operation: GET,
    usage: "get <CUSTOMER_ID>",
    summary: "show a customer, with keys and use",
    examples: ["veil admin customers get cus_0123456789abcdef0123456789abcdef01234567"],
  }).action((customer_id, options) =>
    printAnswer(cli, options, GET, { schema: AdminCustomerDetails, path: { customer_id } }),
  );
  addCustomersChange(parent, cli);
}

const EMAIL = [
  "--email <EMAIL>",
  "of the customer; - reads it from standard input, which other users cannot see",
] as const;

async function emailOf(cli: Cli, email: string): Promise<string> {
  return email === "-" ? readSecret(cli, "-") : email;
}

function addCreate(parent: Command, cli: Cli): void {
  gatewayLeaf(parent, {
    operation: CREATE,
    usage: "create",
    summary: "create a customer, or bring a known one to this state, and issue a key",
    examples: [
      "veil admin customers create --email anna@example.org --tier pro --output anna.key",
      "veil admin customers create --email - --tier enterprise --managed-ai --json < email.txt",
    ],
  })
    .requiredOption(...EMAIL)
    .addOption(TIER().makeOptionMandatory())
    .option("--company <NAME>", "of the customer")
    .option("--managed-ai", "the operator's provider key is used")
    .option("--provider-key-file <FILE>", "the customer's own provider key; - is standard input")
    .option("--license-expires <TIME>", "such as 2027-01-31 or 2027-01-31T12:00:00Z", instant)
    .addOption(FAMILY())
    .option("--developer", "a key of the class developer")
    .addOption(OUTPUT())
    .action(async (options) => {
      const settings = await readSettings(cli, options);
      const { providerKeyFile, tier, company, managedAi, licenseExpires, developer } = options;
      const body = definedOnly({
        email: await emailOf(cli, options.email),
        provider_key: providerKeyFile && (await readSecret(cli, providerKeyFile)),
        ...{ tier, company, managed_ai: managedAi, license_expires_at: licenseExpires },
        ...{ key_family: options.family, developer },
      });
      const schema = ProvisionResponse;
      await issueKey(cli, options, () => callFor(cli, settings, CREATE, { schema, body }));
    });
}
