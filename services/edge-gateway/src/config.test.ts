import { describe, expect, test } from "@jest/globals";
import { ConfigurationError } from "@veil/config";
import { readConfig } from "./config.ts";

/** What is wrong with these settings; none of them is complete. */
function problemsOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return "";
}

describe("The gateway's settings", () => {
  test("production does not start without being told who may set X-Forwarded-For", () => {
    expect(problemsOf({ NODE_ENV: "production" })).toContain("TRUST_PROXY is required");
    expect(problemsOf({ NODE_ENV: "production", TRUST_PROXY: "none" })).not.toContain(
      "TRUST_PROXY",
    );
    expect(problemsOf({})).not.toContain("TRUST_PROXY");
  });

  test("secrets of the wrong form are named and not printed", () => {
    const problems = problemsOf({ PEPPER: "correct horse", DATA_KEY: "abc123abc" });
    expect(problems).toContain("PEPPER must be 64 or more hexadecimal digits");
    expect(problems).toContain("DATA_KEY must be 64 hexadecimal digits");
    expect(problems).not.toMatch(/horse|abc123abc/);
  });

  test("a provider key prefix without a provider is refused", () => {
    const problem = "PROVIDER_KEY_PREFIXES must be a list of prefix=provider";
    expect(problemsOf({ PROVIDER_KEY_PREFIXES: "sk-" })).toContain(problem);
    expect(problemsOf({ PROVIDER_KEY_PREFIXES: "sk-=openai" })).not.toContain(problem);
  });
});
