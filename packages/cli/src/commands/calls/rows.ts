import { Option } from "@commander-js/extra-typings";
import { readSecret } from "../input-text.ts";
import { FAMILY, GRACE, KEY_CLASS, TIER } from "../options.ts";
import { type Calls, type Field, type Fields, group, row } from "./call-row.ts";
import { instant } from "./instant.ts";

const ISSUE: Fields = { family: [FAMILY], class: [KEY_CLASS] };
const ROTATE: Fields = { grace_seconds: [GRACE] };

const EMAIL: Field = [
  new Option(
    "--email <EMAIL>",
    "of the customer; - reads it from standard input, which other users cannot see",
  ).makeOptionMandatory(),
  (cli, email) => (email === "-" ? readSecret(cli, "-") : email),
];

const NEW_CUSTOMER: Fields = {
  email: EMAIL,
  tier: [TIER().makeOptionMandatory()],
  company: [new Option("--company <NAME>", "of the customer")],
  managed_ai: [new Option("--managed-ai", "the operator's provider key is used")],
  provider_key: [
    new Option(
      "--provider-key-file <FILE>",
      "the customer's own provider key; - is standard input",
    ),
    (cli, file) => file && readSecret(cli, file),
  ],
  license_expires_at: [
    new Option("--license-expires <TIME>", "such as 2027-01-31 or 2027-01-31T12:00:00Z").argParser(
      instant,
    ),
  ],
  key_family: [FAMILY],
  developer: [new Option("--developer", "a key of the class developer")],
};

const CUSTOMER: Fields = {
  tier: [TIER()],
  managed_ai: [
    new Option("--managed-ai <YES>", "whether the operator's provider key is used").choices([
      "true",
      "false",
    ]),
    (_cli, yes) => yes === "true",
  ],
  license_expires_at: [
    // The parser cannot return null, because commander would treat it as an empty option.
    new Option("--license-expires <TIME>", "such as 2027-01-31, or never").argParser((text) =>
      text === "never" ? text : instant(text),
    ),
    (_cli, time) => (time === "never" ? null : time),
  ],
  org_id: [new Option("--organization <ORG_ID>", "move the customer there")],
};

const WINDOW: Fields = {
  since: [
    new Option("--since <TIME>", "such as 2027-01-31 or 2027-01-31T12:00:00Z")
      .argParser(instant)
      .makeOptionMandatory(),
  ],
  until: [new Option("--until <TIME>", "the end; now without it").argParser(instant)],
};

const PASSWORD: Fields = {
  password: [
    new Option("--password-file <FILE>", "at least 12 characters; - is standard input").default(
      "-",
    ),
    readSecret,
  ],
};

export const USAGE: Calls = {
  usage: row("readUsage", "show this month's use, and what is left", {
    examples: ["", "--json"],
  }),
};

export const KEYS: Calls = {
  list: row("listKeys", "list your API keys, without the keys themselves", {
    examples: ["", "--json"],
  }),
  issue: row("issueKey", "issue a further API key, which is shown once", {
    examples: ["--output new.key", "--family gw_live --class developer"],
    fields: ISSUE,
  }),
  rotate: row("rotateKey", "replace an API key by a new one, which is shown once", {
    description:
      "Replaces an API key by a new one of the same kind. Without KEY_ID: the key that the command uses. The old " +
      "key stays valid for an hour, or as long as --grace-seconds says.",
    examples: ["--output new.key", "Ab3dE6gH --grace-seconds 0"],
    fields: ROTATE,
    ownKey: true,
  }),
  revoke: row("revokeKey", "end one of your API keys at once", {
    description:
      "Ends one of your API keys at once. KEY_ID is the eight characters that veil keys list shows; the whole key " +
      "is refused as an argument.",
  }),
};

const CUSTOMERS = group("customers", {
  list: row("adminListCustomers", "list the customers, newest first, page by page", {
    examples: ["", "--limit 200 --json"],
  }),
  create: row(
    "adminProvisionCustomer",
    "create a customer, or bring a known one to this state, and issue a key",
    {
      examples: [
        "--email anna@example.org --tier pro --output anna.key",
        "--email - --tier enterprise --managed-ai --json < email.txt",
      ],
      fields: NEW_CUSTOMER,
    },
  ),
  find: row("adminFindCustomer", "show the customer with an email", {
    examples: ["--email anna@example.org", "--email - < email.txt"],
    fields: { email: EMAIL },
  }),
  get: row("adminReadCustomer", "show a customer, with keys and use"),
  change: row(
    "adminChangeCustomer",
    "change tier, license, managed_ai or organization of a customer",
    {
      examples: ["--tier pro", "--license-expires never"],
      fields: CUSTOMER,
    },
  ),
});

const ENTITY_LIST = {
  file: 'such as {"kind": "deny", "entries": [{"value": "Project Heron"}]}; - is standard input',
  examples: ["--file names.json"],
} as const;

const POLICY = {
  file: "the policy; - is standard input",
  examples: ["--file policy.json"],
} as const;

export const ADMIN: Calls = {
  customers: CUSTOMERS,
  keys: group("API keys of a customer", {
    issue: row("adminIssueKey", "issue a key for a customer, which is shown once", {
      examples: ["--family gw_live --output customer.key"],
      fields: ISSUE,
    }),
    rotate: row("adminRotateKey", "replace a customer's key by a new one, which is shown once", {
      examples: ["--grace-seconds 86400"],
      fields: ROTATE,
    }),
    revoke: row("adminRevokeKey", "end a customer's key at once, also the last one"),
  }),
  policies: group("what is replaced with a key", {
    get: row("adminReadKeyPolicy", "show what is replaced in requests with a key"),
    set: row("adminSetKeyPolicy", "set what is replaced, and how far requests may loosen it", {
      description:
        'Sets the policy of a key. FILE is JSON such as {"types": {"ORGANIZATION": true}, "thresholds": ' +
        '{"PERSON": 0.5}, "may_keep": ["LOCATION"], "may_allow": false}, each member optional.',
      ...POLICY,
    }),
    clear: row("adminClearKeyPolicy", "go back to the default policy"),
  }),
  "call-policies": group("how calls with a key are handled", {
    get: row("adminReadCallPolicy", "show how calls with a key are handled"),
    set: row("adminSetCallPolicy", "set re-link, tools, and the bounds of MCP calls", {
      description:
        'Sets the policy of a key. FILE is JSON such as {"relink": true, "tools": {"allowed": true, "relink_tools": ' +
        '["search"]}, "mcp": {"system_prompt": {"mode": "prepend", "text": "Be brief"}, "allowed_models": ["model-1"], ' +
        '"allowed_tools": ["scan_text"]}}, each member optional.',
      ...POLICY,
    }),
    clear: row("adminClearCallPolicy", "go back to the default policy"),
  }),
  "entity-lists": group("a customer's lists of known entities", {
    list: row(
      "adminListEntityLists",
      "list a customer's lists of known entities, without their entries",
    ),
    create: row("adminCreateEntityList", "store a list for a customer", ENTITY_LIST),
    get: row("adminReadEntityList", "show a list, without its entries"),
    replace: row("adminReplaceEntityList", "replace a list", ENTITY_LIST),
    delete: row("adminDeleteEntityList", "delete a list"),
  }),
  organizations: group("organizations", {
    list: row("adminListOrganizations", "list the organizations, newest first, page by page"),
    create: row("adminCreateOrganization", "create an organization without customers", {
      examples: ["--json"],
    }),
    get: row("adminReadOrganization", "show an organization"),
  }),
  users: group("passwords of customers", {
    list: row("adminListUsers", "list the customers with a password, page by page"),
    "set-password": row(
      "adminSetPassword",
      "set a customer's password; the customer's sessions end",
      {
        examples: ["--password-file password.txt", "< password.txt"],
        fields: PASSWORD,
      },
    ),
    "remove-password": row(
      "adminRemovePassword",
      "remove a customer's password; the customer's sessions end",
    ),
  }),
  contacts: group("messages from the website", {
    list: row(
      "adminListContacts",
      "list the messages from the website, newest first, page by page",
      {
        examples: ["--limit 10"],
      },
    ),
    delete: row("adminDeleteContact", "delete a message"),
  }),
  exposure: row(
    "adminReadExposure",
    "show what a breach in a window of time could concern, in numbers by customer",
    { examples: ["--since 2027-01-31T08:00:00Z --until 2027-01-31T12:00:00Z"], fields: WINDOW },
  ),
  changes: row("adminListChanges", "show who changed what for a customer", {
    examples: ["", "--days 90"],
    fields: { days: [new Option("--days <DAYS>", "1 to 90, by default 30")] },
  }),
  backlog: row(
    "adminReadBacklog",
    "show what waits in outboxes and queues, and how many dead letters there are",
    { examples: ["", "--json"] },
  ),
  stats: row("adminReadStats", "show numbers of customers, keys, sessions and calls", {
    examples: ["", "--json"],
  }),
};
