import { describe, expect, test } from "@jest/globals";
import { ConfigurationError } from "@veil/service-kit/config";
import { readConfig } from "./config.ts";

function problemsOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return "";
}

describe("readConfig", () => {
  test("production requires TRUST_PROXY", () => {
    expect(problemsOf({ NODE_ENV: "production" })).toContain("TRUST_PROXY is required");
    expect(problemsOf({ NODE_ENV: "production", TRUST_PROXY: "none" })).not.toContain(
      "TRUST_PROXY",
    );
    expect(problemsOf({})).not.toContain("TRUST_PROXY");
  });

  test("certificates without https: URLs, or https: URLs without certificates, are refused for every service", () => {
    const certificates = { TLS_CERT_FILE: "c", TLS_KEY_FILE: "k", TLS_CA_FILE: "a" };
    const names = ["BRIDGE_URL", "SANITISER_URL", "WORKER_URL", "AUDIT_URL", "SIGNER_URL"];
    for (const name of names) {
      const of = (protocol: string) => `${name} must be a URL that starts with ${protocol}:`;
      const urls = { plain: { [name]: "http://service" }, secure: { [name]: "https://service" } };
      expect(problemsOf({ ...certificates, ...urls.plain })).toContain(of("https"));
      expect(problemsOf({ ...certificates, ...urls.secure })).not.toContain(name);
      expect(problemsOf(urls.secure)).toContain(of("http"));
      expect(problemsOf(urls.plain)).not.toContain(name);
    }
  });

  test("a probe URL for only one zone is refused", () => {
    expect(problemsOf({})).not.toContain("PROBE_URL");
    const one = problemsOf({ BRIDGE_PROBE_URL: "http://bridge-probe:8081" });
    expect(one).toContain("WORKER_PROBE_URL is required");
  });

  test("production refuses unencrypted connections unless a service mesh encrypts them", () => {
    const plain = {
      NODE_ENV: "production",
      DATABASE_URL: "postgres://db/gateway",
      JOB_TRANSPORT: "rabbitmq",
      RABBITMQ_URL: "amqp://rabbitmq",
      COORDINATION: "redis",
      REDIS_URL: "redis://redis",
    };
    const hops = ["TLS_CERT_FILE", "sslmode=verify-full", "amqps:", "rediss:"];
    const problems = problemsOf(plain);
    for (const hop of hops) {
      expect(problems).toContain(hop);
      expect(problemsOf({ ...plain, SERVICE_TLS: "mesh" })).not.toContain(hop);
    }
  });

  test("a secret with an invalid format is reported by name without its value", () => {
    const problems = problemsOf({ PEPPER: "correct horse", DATA_KEY: "abc123abc" });
    expect(problems).toContain("PEPPER must be 64 or more hexadecimal digits");
    expect(problems).toContain("DATA_KEY: must be 64 hexadecimal digits");
    expect(problems).not.toMatch(/horse|abc123abc/);
  });

  test("several data keys are accepted, but not one twice, more than three, or one of another length", () => {
    const keys = ["a", "b", "c", "d"].map((digit) => digit.repeat(64));
    expect(problemsOf({ DATA_KEY: keys.slice(0, 3).join() })).not.toContain("DATA_KEY");
    const wrong = [
      [`${keys[0]},${keys[0]?.toUpperCase()}`, "DATA_KEY: contains a key twice"],
      [keys.join(), "DATA_KEY: must contain no more than 3 keys"],
      [`${keys[0]},`, "DATA_KEY: must be 64 hexadecimal digits"],
      [`${keys[0]},${keys[1]}00`, "DATA_KEY: must be 64 hexadecimal digits"],
      [`${keys[0]} ${keys[1]}`, "DATA_KEY: must be 64 hexadecimal digits"],
    ] as const;
    for (const [text, problem] of wrong) {
      const problems = problemsOf({ DATA_KEY: text });
      expect(problems).toContain(problem);
      expect(problems).not.toMatch(/a{64}|b{64}|c{64}|d{64}/i);
    }
  });

  test("a release file that cannot be read or is invalid is reported", () => {
    expect(problemsOf({})).not.toContain("RELEASE_FILE");
    expect(problemsOf({ RELEASE_FILE: "/nowhere/release.json" })).toContain(
      "RELEASE_FILE names a file that cannot be read",
    );
    expect(problemsOf({ RELEASE_FILE: "package.json" })).toMatch(/RELEASE_FILE: /);
  });

  test("a provider key prefix without a provider is refused", () => {
    const problem = "PROVIDER_KEY_PREFIXES must be a list of prefix=provider";
    expect(problemsOf({ PROVIDER_KEY_PREFIXES: "sk-" })).toContain(problem);
    expect(problemsOf({ PROVIDER_KEY_PREFIXES: "sk-=openai" })).not.toContain(problem);
  });

  test("a TSA_CA_FILE without a certificate is refused", () => {
    const problem = "TSA_CA_FILE: has no certificate in PEM";
    expect(problemsOf({ TSA_CA_FILE: "package.json" })).toContain(problem);
  });

  test("a request time-out that is not longer than body, sanitiser and wait together is refused", () => {
    const problem = "REQUEST_TIMEOUT_MS must exceed";
    expect(problemsOf({})).not.toContain(problem);
    // 74 s for a body of 4 MB, 51.944 s for the sanitiser, 30 s for the answer.
    expect(problemsOf({ REQUEST_TIMEOUT_MS: "155944" })).toContain(`${problem} 155944:`);
    expect(problemsOf({ REQUEST_TIMEOUT_MS: "155945" })).not.toContain(problem);
    expect(problemsOf({ WAIT_TIMEOUT_MS: "60000" })).toContain(`${problem} 185944:`);
    // The time-out of the sanitiser never exceeds 60 s.
    expect(problemsOf({ SANITISER_TIMEOUT_MS: "50000", REQUEST_TIMEOUT_MS: "1000" })).toContain(
      `${problem} 164000:`,
    );
  });

  test("a limit per customer that is larger than the total limit is refused", () => {
    for (const [own, all] of [
      ["MAX_BODY_BYTES_PER_CUSTOMER", "MAX_BODY_BYTES_IN_FLIGHT"],
      ["MAX_LIST_BODY_BYTES_PER_CUSTOMER", "MAX_LIST_BODY_BYTES"],
      ["SANITISER_CALLS_PER_CUSTOMER", "SANITISER_CALLS"],
      ["SANITISER_BYTES_PER_CUSTOMER", "SANITISER_BYTES"],
    ] as const) {
      const problem = `${own} must not exceed ${all}`;
      expect(problemsOf({ [own]: "5000001", [all]: "5000000" })).toContain(problem);
      expect(problemsOf({ [own]: "5000000", [all]: "5000000" })).not.toContain(problem);
    }
  });
});
