import { REGISTER } from "../endpoints.ts";
import { line, run, tested } from "../row.ts";

export const REGISTRATION = [
  line(
    "REG-9",
    "- Auth: none. Body: RegisterRequest. Rate limit: 5 registrations per source IP per hour.",
    tested([429, "registration_limit"], REGISTER),
    tested([503, "server_busy"], REGISTER),
  ),
  line(
    "REG-10",
    "- 201: RegisterResponse, new key created. 200: RegisterResponse, email already registered, existing key returned.",
    run(REGISTER, 201, "a new email", { as: "anonymous" }, { body: { tier: "free" } }),
    tested(200, REGISTER),
  ),
  line(
    "REG-11",
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
      { headers: { allow: "POST" } },
    ),
    tested([429, "registration_limit"], REGISTER),
  ),
];
