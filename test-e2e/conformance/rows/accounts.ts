import { LOGIN, SESSION } from "../endpoints.ts";
import { decided, inGateway, provenBy, run } from "../row.ts";
import { ENDED_SESSION, FOREIGN_ORIGIN, REPLACED_KEY, UNKNOWN_ID } from "./access.ts";

const ACCOUNT = "/api/v1/account";
const KEYS = `${ACCOUNT}/keys`;
const KEY = `${KEYS}/{key_id}`;
const LISTS = `${ACCOUNT}/entity-lists`;
const LIST = `${LISTS}/{list_id}`;
const PROVIDER_KEY = `${ACCOUNT}/provider-key`;

const CREATED = inGateway(
  "entity-lists",
  "are created, told, replaced and deleted, and never given back",
);
const BOUND = inGateway(
  "entities-in-calls",
  "with a bound key cannot be helped by a list: such a key creates deny lists alone",
);
const BUSY = inGateway(
  "lists-in-flight",
  "While a large list is in flight, others' large ones are 503 server_busy, and the customer's own 429 rate_limited: a %s",
);

export const ACCOUNT_LINES = [
  decided(
    "`GET, POST /api/v1/account/keys`, `POST .../{id}/rotate` (grace at most 24 h, default 1 h), `DELETE .../{id}`; `GET, PATCH, DELETE /api/v1/account`. An expired licence does not close `GET /usage`.",
    UNKNOWN_ID.filter(({ endpoint }) => endpoint.includes(KEYS)),
    run(`GET ${KEYS}`, 200, "the customer's keys"),
    run(`POST ${KEYS}`, 201, "without a body", { body: "" }, { body: { family: "svc" } }),
    run(`POST ${KEYS}`, 201, "a developer key, of any tier", {
      as: "free",
      body: { family: "gw_live", class: "developer" },
    }),
    run(`POST ${KEYS}`, [403, "tier_insufficient"], "a live key of the tier free", {
      as: "free",
      body: { family: "gw_live" },
    }),
    provenBy(
      `POST ${KEYS}`,
      [400, "too_many_keys"],
      "the 33rd",
      inGateway(
        "keys",
        "A customer has at most 32 keys; one that is being replaced does not count",
      ),
    ),
    [`POST ${KEYS}`, `POST ${KEY}/rotate`].map((endpoint) =>
      provenBy(
        endpoint,
        [429, "rate_limited"],
        "the 101st new key in a day",
        inGateway(
          "keys",
          "Of 100 new keys in a day the next is refused until the first is a day old",
        ),
      ),
    ),
    run(`POST ${KEY}/rotate`, [400, "invalid_field"], "a grace of 24 hours and a second", {
      body: { grace_seconds: 86_401 },
    }),
    provenBy(
      `POST ${KEY}/rotate`,
      201,
      "a grace of an hour, up to 24 hours",
      inGateway(
        "key-rotation",
        "The new key works at once, the former until the end of its grace, an hour by default",
      ),
    ),
    provenBy(
      `POST ${KEY}/rotate`,
      [403, "key_policy_forbids"],
      "another key than the bound one that asks",
      inGateway(
        "key-rotation",
        "Family, class and policy stay; a key with a policy rotates only itself",
      ),
    ),
    provenBy(
      `DELETE ${KEY}`,
      200,
      "a key",
      inGateway(
        "key-rotation",
        "A revoked key ends at once, elsewhere within five seconds; repeating it changes nothing",
      ),
    ),
    provenBy(
      `DELETE ${KEY}`,
      [409, "last_native_key"],
      "the last native key",
      inGateway(
        "key-rotation",
        "The last native key is kept, whatever other keys there are, with a hint",
      ),
    ),
    run(`GET ${ACCOUNT}`, 200, "the account", {}, { body: { tier: "pro", managed_ai: true } }),
    run(`PATCH ${ACCOUNT}`, 200, "a company", {}, { body: { company: "Example Ltd" } }),
    run(`PATCH ${ACCOUNT}`, [400, "invalid_field"], "another address", {
      body: { email: "bob@example.org" },
    }),
    run(`DELETE ${ACCOUNT}`, [400, "invalid_field"], "another customer's id"),
    provenBy(
      `DELETE ${ACCOUNT}`,
      200,
      "the customer's id",
      inGateway(
        "account-deletion",
        "Everything of the customer is destroyed, and what is kept is named",
      ),
    ),
  ),
  decided(
    "`PUT`, `DELETE /api/v1/account/provider-key` replace and remove the stored provider key.",
    provenBy(
      `PUT ${PROVIDER_KEY}`,
      200,
      "a key with a known prefix",
      inGateway("provider-key", "When a key is stored or replaced, then the next call uses it"),
    ),
    run(`PUT ${PROVIDER_KEY}`, [400, "invalid_field"], "a key without a known prefix", {
      body: { provider_key: "xx-1" },
    }),
    provenBy(
      `DELETE ${PROVIDER_KEY}`,
      200,
      "a key, or none",
      inGateway(
        "provider-key",
        "When the key is removed, then no call goes to the operator's account instead",
      ),
    ),
  ),
  decided(
    "Body limits elsewhere: SDK and MCP routes and entity lists 4 MB, scan 64 kB, all others 64 kB.",
    UNKNOWN_ID.filter(({ endpoint }) => endpoint.includes(LISTS) && !endpoint.includes("/admin/")),
    run(`GET ${ACCOUNT}/entity-policy`, 200, "the key's policy"),
    run(`GET ${LISTS}`, 200, "the customer's lists"),
    run(`GET ${LIST}`, 200, "a list"),
    run(
      `POST ${LISTS}`,
      201,
      "a list; Location",
      {},
      {
        headers: { location: new RegExp(`^${LISTS}/lst_[0-9a-f]{32}$`) },
      },
    ),
    run(`POST ${LISTS}`, 201, "a body of 4 MB", { bytes: 4 * 1024 * 1024 }),
    run(`PUT ${LIST}`, 200, "another list"),
    provenBy(`DELETE ${LIST}`, 204, "a list", CREATED),
    provenBy(
      `POST ${LISTS}`,
      [400, "too_many_lists"],
      "the 33rd",
      inGateway(
        "entity-lists",
        "are no more than 32, nor more than fit into one request to the sanitiser",
      ),
    ),
    [`POST ${LISTS}`, `PUT ${LIST}`, `DELETE ${LIST}`].map((endpoint) =>
      provenBy(endpoint, [403, "key_policy_forbids"], "a bound key", BOUND),
    ),
    [`POST ${LISTS}`, `PUT ${LIST}`].flatMap((endpoint) => [
      provenBy(endpoint, [503, "server_busy"], "others' large lists are in flight", BUSY),
      provenBy(endpoint, [429, "rate_limited"], "the customer's own are", BUSY),
    ]),
    ["/api/v1/register", "/api/v1/scan", "/api/v1/website/contact"].map((path) =>
      run(`POST ${path}`, path === "/api/v1/scan" ? 200 : 201, "a body of 64 kB", {
        bytes: 64 * 1024,
      }),
    ),
    provenBy(
      "POST /api/v1/auth/login",
      200,
      "a body of 64 kB",
      inGateway(
        "body-limits",
        "A body of 64 kB is read, one byte more is 400 request_too_large: %s",
      ),
    ),
  ),
  decided(
    "A key with an end (rotated, in its grace) may infer, scan and read usage; everything that manages answers 403, and it opens no session.",
    REPLACED_KEY,
    provenBy(
      LOGIN,
      [403, "key_replaced"],
      "a key that has been replaced",
      inGateway("replaced-keys", "opens no session, and the refusal counts as no failed login"),
    ),
    provenBy(
      SESSION,
      [401, "session_required"],
      "the key that started the session has been replaced",
      inGateway("replaced-keys", "has lost the sessions that it opened before"),
    ),
  ),
  decided(
    "Every state-changing cookie call needs a same-origin `Origin`.",
    ENDED_SESSION,
    FOREIGN_ORIGIN,
  ),
];
