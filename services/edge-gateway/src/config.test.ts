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

  test("certificates and https: come together, for every service at once", () => {
    const certificates = { TLS_CERT_FILE: "c", TLS_KEY_FILE: "k", TLS_CA_FILE: "a" };
    const names = ["BRIDGE_URL", "SANITISER_URL", "WORKER_URL", "AUDIT_URL", "SIGNER_URL"];
    for (const name of names) {
      const of = (protocol: string) => `${name} must be a URL of ${protocol}:`;
      const urls = { plain: { [name]: "http://service" }, secure: { [name]: "https://service" } };
      expect(problemsOf({ ...certificates, ...urls.plain })).toContain(of("https"));
      expect(problemsOf({ ...certificates, ...urls.secure })).not.toContain(name);
      expect(problemsOf(urls.secure)).toContain(of("http"));
      expect(problemsOf(urls.plain)).not.toContain(name);
    }
  });

  test("probes are asked in both zones or in none", () => {
    expect(problemsOf({})).not.toContain("PROBE_URL");
    const one = problemsOf({ BRIDGE_PROBE_URL: "http://bridge-probe:8081" });
    expect(one).toContain("WORKER_PROBE_URL is required");
  });

  test("production sends nothing in the clear, unless a mesh encrypts it", () => {
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
