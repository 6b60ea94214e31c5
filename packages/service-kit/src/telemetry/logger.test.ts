import { expect, test } from "@jest/globals";
import { createLogger, type LogFields } from "./logger.ts";

function capture(timePrecision?: "second") {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({
    service: "test",
    level: "info",
    destination,
    ...(timePrecision && { timePrecision }),
  });
  return { log, last: () => JSON.parse(lines.at(-1) ?? "{}") };
}

test("a field that is not declared in LogFields does not reach the log", () => {
  const { log, last } = capture();
  log.info("request", { request_id: "r1", email: "ann@example.org" } as LogFields);
  expect(last()).toMatchObject({ event: "request", request_id: "r1", level: "info" });
  expect(JSON.stringify(last())).not.toContain("ann@example.org");
});

test("an error and its cause are logged with name, code and stack frames, but without messages", () => {
  const { log, last } = capture();
  const driver = Object.assign(new Error("duplicate (email)=(ann@example.org)\n at ann@x"), {
    code: "23505",
    detail: "ann@example.org",
  });
  log.error("failed", { error: new TypeError("about ann@example.org", { cause: driver }) });
  expect(last().error).toMatchObject({
    name: "TypeError",
    cause: { name: "Error", code: "23505" },
  });
  expect(last().error.frames.length).toBeGreaterThan(0);
  expect(JSON.stringify(last())).not.toContain("ann@");
});

test("with a timePrecision of second, log lines contain whole seconds", () => {
  const { log, last } = capture("second");
  log.info("request");
  expect(last().time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
});
