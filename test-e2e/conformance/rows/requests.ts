import { FRESH, NATIVE_CALL, REGISTER, SCAN } from "../endpoints.ts";
import { line, run } from "../row.ts";

const EMAIL = "margaret.holloway@post.example";
const LETTER = `Please write to ${EMAIL}.`;
const call = (over: object = {}) => ({
  body: { prompt_template: "Answer this letter: {letter}", context: { letter: LETTER }, ...over },
});
const proving = (over: object = {}) =>
  call({ mode: "proving_ground", activity_id: "hiring-2026", ...over });
const annotation = {
  type: "EMAIL_ADDRESS",
  value: EMAIL,
  start: LETTER.indexOf(EMAIL),
  end: LETTER.indexOf(EMAIL) + EMAIL.length,
};
const annotated = (over: object) =>
  proving({ ground_truth: { letter: [{ ...annotation, ...over }] } });

const REGISTRATION = [
  line(
    "REG-1",
    "| email | string (email) | yes | Idempotency key: a second registration with the same email returns the existing key. |",
    run(REGISTER, [400, "missing_field"], "no email", { body: { company: "Example Ltd" } }),
    run(REGISTER, [400, "invalid_field"], "an email that is not a string", { body: { email: 7 } }),
  ),
  line(
    "REG-2",
    "| company | string | no | Informational, not validated. |",
    run(REGISTER, 201, "an empty company", {
      body: { email: `${FRESH}@example.org`, company: "" },
    }),
    run(REGISTER, [400, "invalid_field"], "a company that is not a string", {
      body: { email: `${FRESH}@example.org`, company: 7 },
    }),
  ),
  line(
    "REG-3",
    "| provider_key | string | no | BYOK upstream provider key. Must start with the provider's key prefix. Omit to use managed AI. (In the wire contract this field carries the provider's name; the neutral word stands here.) |",
    ["sk-ant-", "sk-"].map((prefix) =>
      run(
        REGISTER,
        201,
        `a key that starts with ${prefix}`,
        { body: { email: `${FRESH}@example.org`, provider_key: `${prefix}of-the-customer` } },
        { body: { managed_ai: false } },
      ),
    ),
    run(REGISTER, [400, "invalid_field"], "a provider key with another prefix", {
      body: { email: `${FRESH}@example.org`, provider_key: "pk-1" },
    }),
    run(REGISTER, 201, "no provider key", {}, { body: { managed_ai: true } }),
  ),
  line(
    "REG-4",
    "| svc_api_key | string | yes | The issued key, prefix `svc_`. Returned only once. (Wire name carries the service abbreviation; neutral word used.) |",
    run(REGISTER, 201, "svc_api_key", {}, { body: { svc_api_key: /^svc_[0-9A-Za-z]{57}$/ } }),
  ),
  line(
    "REG-5",
    "| tier | enum free, pro, enterprise | yes | New registrations always start on `free`. |",
    run(REGISTER, 201, "tier", {}, { body: { tier: "free" } }),
    run(REGISTER, [400, "invalid_field"], "a tier in the request", {
      body: { email: `${FRESH}@example.org`, tier: "pro" },
    }),
  ),
  line(
    "REG-6",
    "| monthly_limit | integer | no | Requests per calendar month. May be omitted when the key pre-dates the field. |",
    run(REGISTER, 201, "monthly_limit", {}, { body: { monthly_limit: 500 } }),
  ),
  line(
    "REG-7",
    "| managed_ai | boolean | yes | true when the operator supplies the LLM key; false for BYOK. May be omitted on 200. |",
    run(REGISTER, 201, "managed_ai", {}, { body: { managed_ai: true } }),
  ),
  line(
    "REG-8",
    "| message | string | yes | Setup instructions including the proxy base URL. |",
    run(REGISTER, 201, "message", {}, { body: { message: /https?:\/\// } }),
  ),
];

const CALL = [
  line(
    "CALL-1",
    "| prompt_template | string | yes | Contains `{variable}` placeholders replaced with sanitised context values inside Sandbox B. Not sanitised. Must be free of PII patterns (emails, phones, IBANs, SSNs). |",
    run(NATIVE_CALL, [400, "invalid_field"], "an empty template", call({ prompt_template: "" })),
    run(
      NATIVE_CALL,
      [400, "invalid_field"],
      "a template variable without a value",
      call({ prompt_template: "{letter} {absent}" }),
      { body: { message: /\{absent\}/ } },
    ),
    run(
      NATIVE_CALL,
      200,
      "braces in the template that are not a variable",
      call({ prompt_template: 'Answer {letter} as {"answer": 1} in {{letter}}' }),
    ),
  ),
  line(
    "CALL-2",
    "| context | object, string values | yes | At least one key-value pair. Values pass through the whole pipeline. Keys starting with `__` are reserved and stripped. |",
    run(
      NATIVE_CALL,
      [400, "invalid_field"],
      "a number as a value",
      call({ context: { letter: 7 } }),
    ),
    run(NATIVE_CALL, [400, "invalid_field"], "a list as the context", call({ context: ["a"] })),
    run(
      NATIVE_CALL,
      [400, "invalid_field"],
      "a context key of 65 letters",
      call({ context: { letter: "x", ["a".repeat(65)]: "x" } }),
    ),
    run(
      NATIVE_CALL,
      200,
      "a context key of 64 letters",
      call({ context: { letter: "x", ["a".repeat(64)]: "x" } }),
    ),
    run(
      NATIVE_CALL,
      200,
      "a reserved context key next to another key",
      call({ context: { letter: "x", __y: "z" } }),
    ),
  ),
  line(
    "CALL-3",
    "| model | string | no | LLM model identifier. Defaults to the instance's configured model. |",
    run(NATIVE_CALL, [400, "invalid_field"], "a model with a blank", call({ model: "a b" })),
    run(
      NATIVE_CALL,
      [400, "invalid_field"],
      "a model of 129 letters",
      call({ model: "a".repeat(129) }),
    ),
    run(NATIVE_CALL, 200, "no model", {}, { body: { model_used: String } }),
  ),
  line(
    "CALL-4",
    "| max_tokens | integer | no | Passed to Sandbox B unchanged. |",
    [0, 1.5, 2 ** 53, "7", null].map((max_tokens) =>
      run(
        NATIVE_CALL,
        [400, "invalid_field"],
        `max_tokens of ${JSON.stringify(max_tokens)}`,
        call({ max_tokens }),
      ),
    ),
    run(NATIVE_CALL, 200, "max_tokens of 1", call({ max_tokens: 1 })),
  ),
  line(
    "CALL-5",
    "| temperature | number | no | Range 0 to 1. Passed unchanged. |",
    [0, 1].map((temperature) =>
      run(NATIVE_CALL, 200, `a temperature of ${temperature}`, call({ temperature })),
    ),
    [-0.01, 1.01, "1"].map((temperature) =>
      run(
        NATIVE_CALL,
        [400, "invalid_field"],
        `a temperature of ${JSON.stringify(temperature)}`,
        call({ temperature }),
      ),
    ),
  ),
  line(
    "CALL-6",
    "| mode | enum live, proving_ground | no | Default `live`. |",
    run(NATIVE_CALL, 200, "no mode", call(), { without: ["ground_truth_evaluation"] }),
    run(NATIVE_CALL, 200, "live", call({ mode: "live" })),
    run(NATIVE_CALL, 200, "proving_ground", proving(), {
      body: { ground_truth_evaluation: { total_annotations: 0 } },
    }),
    run(NATIVE_CALL, [400, "invalid_field"], "another mode", call({ mode: "test" })),
  ),
  line(
    "CALL-7",
    "| activity_id | string | required when mode is proving_ground | Processing activity identifier for compliance tracing. |",
    run(
      NATIVE_CALL,
      [400, "missing_field"],
      "mode proving_ground without activity_id",
      proving({ activity_id: undefined }),
    ),
    run(
      NATIVE_CALL,
      200,
      "an activity_id of 128 letters",
      proving({ activity_id: "a".repeat(128) }),
    ),
    run(
      NATIVE_CALL,
      [400, "invalid_field"],
      "an activity_id of 129 letters",
      proving({ activity_id: "a".repeat(129) }),
    ),
  ),
  line(
    "CALL-8",
    "| ground_truth | object: field name to array of PIIAnnotation | no | Proving-ground only. Removed before any downstream call. |",
    run(NATIVE_CALL, 200, "ignored in live mode", call({ ground_truth: { absent: 7 } })),
    run(
      NATIVE_CALL,
      [400, "invalid_field"],
      "ground_truth for a field that the context lacks",
      proving({ ground_truth: { absent: [] } }),
    ),
  ),
  line(
    "CALL-9",
    "| relink_response | boolean | no | Default true. Replace placeholders in the response with the original values. |",
    run(NATIVE_CALL, 200, "values are restored by default", call(), {
      body: { relinked: true, result: /margaret\.holloway@post\.example/ },
    }),
    run(NATIVE_CALL, 200, "relink_response is false", call({ relink_response: false }), {
      body: { relinked: false, result: /\[EMAIL_1\]/ },
    }),
    run(
      NATIVE_CALL,
      [400, "invalid_field"],
      "relink_response is a string",
      call({ relink_response: "false" }),
    ),
  ),
];

const ANNOTATION = [
  line(
    "CALL-10",
    "| type | string | Entity type, for example PERSON, EMAIL_ADDRESS, PHONE_NUMBER, DATE_OF_BIRTH. |",
    run(NATIVE_CALL, 200, "the caller's own type name", annotated({ type: "MAIL" }), {
      body: { ground_truth_evaluation: { total_annotations: 1, true_positives: 1 } },
    }),
  ),
  line(
    "CALL-11",
    "| value | string | The PII text as it appears in the context value. |",
    run(
      NATIVE_CALL,
      [400, "invalid_field"],
      "an annotation whose value is not the text",
      annotated({ value: "other" }),
    ),
  ),
  line(
    "CALL-12",
    "| start | integer | Start character offset within the context field value. |",
    run(
      NATIVE_CALL,
      [400, "invalid_field"],
      "an annotation that starts one character too early",
      annotated({ start: annotation.start - 1 }),
    ),
  ),
  line(
    "CALL-13",
    "| end | integer | End offset, exclusive. |",
    run(
      NATIVE_CALL,
      [400, "invalid_field"],
      "an annotation that ends one character too late",
      annotated({ end: annotation.end + 1 }),
    ),
    run(NATIVE_CALL, 200, "an annotation of exactly the text", annotated({}), {
      body: { ground_truth_evaluation: { detection_rate: 1 } },
    }),
  ),
];

const SCANNED = [
  line(
    "SCAN-1",
    "Request: `text` (string, required, non-empty after trim, at most 4096 bytes), `language` (optional enum `en`, `de`).",
    run(SCAN, [400, "missing_field"], "a body without text", { body: {} }),
    run(SCAN, [400, "invalid_field"], "a text of blanks only", { body: { text: " " } }),
    run(SCAN, 200, "a text of 4096 bytes", { body: { text: "a".repeat(4096) } }),
    run(SCAN, [400, "request_too_large"], "a text of 4097 bytes", {
      body: { text: "a".repeat(4097) },
    }),
    ["en", "de"].map((language) =>
      run(SCAN, 200, `the language ${language}`, { body: { text: "Anna", language } }),
    ),
    run(SCAN, [400, "invalid_field"], "the language fr", {
      body: { text: "Anna", language: "fr" },
    }),
  ),
];

export const REQUEST_FIELDS = [...REGISTRATION, ...CALL, ...ANNOTATION, ...SCANNED];
