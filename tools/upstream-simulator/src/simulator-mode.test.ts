import { expect, test } from "@jest/globals";
import { modeOfModel, parseMode } from "./simulator-mode.ts";

test.each([
  ["claude-sonnet-4-5", {}],
  ["sim", {}],
  ["sim-slow-500", { delay_ms: 500 }],
  ["sim-status-429-200-retry-1", { statuses: [429, 200], retry_after: 1 }],
  ["sim-lower-urls-leak-x17", { placeholders: "lower", urls: true, leak: true }],
  ["sim-wrongshape", { fault: "wrong_shape" }],
  ["sim-stallinbody", { fault: "stall_in_body" }],
  ["sim-json-pace-5-piece-3", { form: "json", pace_ms: 5, piece_chars: 3 }],
  ["sim-error-429-bytes-1", { fault: "error_event", error_status: 429, chunk_bytes: 1 }],
  ["sim-crlf-pings-thinking-refusal", { crlf: true, pings: true, thinking: true, refusal: true }],
  ["sim-split-0012-crlf", { split_at: 12, crlf: true }],
  ["sim-close-7", { close_at: 7 }],
  ["sim-after-3", { fault: "error_event", error_after: 3 }],
  ["sim-toString", {}],
])("the model name %p selects the mode %p", (model, mode) => {
  expect(modeOfModel(model)).toEqual(mode);
});

test.each([
  [null],
  [[]],
  [{ dely_ms: 1 }],
  [{ statuses: [99] }],
  [{ fault: "fire" }],
  [{ leak: 1 }],
  [{ chunk_bytes: 0 }],
  [{ error_status: 200 }],
  [{ models: [1] }],
])("%j is not a mode", (value) => {
  expect(() => parseMode(value)).toThrow(TypeError);
});
