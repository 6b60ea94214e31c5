import { REGISTER } from "../endpoints.ts";
import { inGateway, line, provenBy, run } from "../row.ts";

export const REGISTRATION = [
  line(
    "- Auth: none. Body: RegisterRequest. Rate limit: 5 registrations per source IP per hour.",
    provenBy(
      REGISTER,
      [429, "registration_limit"],
      "the limit counts new keys; 60 requests that issue none",
      inGateway(
        "register-limit",
        "requests that issue no key have one of their own, before the body is read: 60",
      ),
    ),
    provenBy(
      REGISTER,
      [503, "server_busy"],
      "the limit cannot be counted, because Redis is down",
      inGateway(
        "limits-on-redis",
        "no key is issued, no login succeeds and nothing is scanned, until it is back",
      ),
    ),
  ),
  line(
    "- 201: RegisterResponse, new key created. 200: RegisterResponse, email already registered, existing key returned.",
    run(REGISTER, 201, "a new email", { as: "anonymous" }, { body: { tier: "free" } }),
    provenBy(
      REGISTER,
      200,
      "the email again, with a proof: the key; the table of decisions says which",
      inGateway(
        "register-again",
        "from the same address with the same bytes gets the key three times",
      ),
    ),
    provenBy(
      REGISTER,
      200,
      "the email again, without a proof: a masked key",
      inGateway("register-again", "without a proof gets a masked key"),
    ),
  ),
  line(
    "- 400: `invalid_json`; `invalid_field` (invalid email; provider key lacking the required prefix). 405 `method_not_allowed`. 429 `registration_limit` with `Retry-After`.",
    run(REGISTER, [400, "invalid_json"], "an empty body", { body: "" }),
    run(REGISTER, [400, "invalid_field"], "an email outside ASCII", {
      body: { email: "änn@example.org" },
    }),
    run(REGISTER, [400, "invalid_field"], "an Idempotency-Key that could be guessed", {
      headers: { "idempotency-key": "short" },
    }),
    run(
      `PATCH ${REGISTER.split(" ")[1]}`,
      [405, "method_not_allowed"],
      "PATCH",
      {},
      {
        headers: { allow: "POST" },
      },
    ),
    provenBy(
      REGISTER,
      [429, "registration_limit"],
      "Retry-After",
      inGateway(
        "register-limit",
        "the sixth key for one address within an hour is refused, and nothing else is",
      ),
    ),
  ),
];
