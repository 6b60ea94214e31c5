import { expect } from "@jest/globals";
import { CertificateOpenings, IsolationCertificate } from "@veil/contracts/certificate";
import { checked } from "@veil/contracts/parsing";
import type { Sink } from "@veil/local-stack/inspection";
import { until } from "@veil/testing";
import { type Canaries, requestOf } from "../../support/canaries.ts";
import { answerTo, type Reply } from "../../support/clients/gateway.ts";
import { guessedIn, visibleIn } from "../../support/commitment-guesses.ts";
import type { Scenario } from "../../support/scenario.ts";

const parseCertificate = checked(IsolationCertificate);
const parseOpenings = checked(CertificateOpenings);

/** A paying customer's call, and the readable parts of its certificate. */
export interface CertifiedCanaries {
  readonly customerId: string;
  readonly certificate: IsolationCertificate;
  /** The openings, which are not a sink because only the owner gets them. */
  readonly openings: CertificateOpenings;
  /** The certificate, its public summary, and the page. */
  readonly sinks: readonly Sink[];
}

export async function certifyCanaries(
  { gateway, customer }: Scenario,
  canaries: Canaries,
): Promise<CertifiedCanaries> {
  const { apiKey, customerId } = await customer({ tier: "pro" });
  const sent = await gateway.proxy(apiKey, requestOf(canaries));
  await answerTo(gateway, apiKey, sent);
  const path = `/api/v1/veil/certificate/${sent.headers["x-request-id"]}`;
  const whole = await until("the certificate is issued", async () => {
    const reply = await gateway.call({ path, apiKey });
    return reply.status === 200 && reply;
  });
  const [short, page, openings] = [
    await gateway.call({ path: `${path}/public` }),
    await gateway.call({ path: `${path}/summary` }),
    await gateway.call({ path: `${path}/openings`, apiKey }),
  ];
  for (const { status } of [short, page, openings]) expect(status).toBe(200);
  const sink = (name: string, { text }: Reply): Sink => ({ name, text });
  return {
    ...{ customerId, certificate: parseCertificate(whole.body) },
    openings: parseOpenings(openings.body),
    sinks: [sink("certificate", whole), sink("public summary", short), sink("summary page", page)],
  };
}

/**
 * Expects that guesses fail with all visible data, and that the same guesses succeed with the
 * openings.
 */
export function checkCommitments(
  sinks: readonly Sink[],
  { customerId, certificate, openings }: CertifiedCanaries,
  canaries: Canaries,
): void {
  const items = certificate.signable.claims.flatMap(({ claim }) => [
    ...claim.received,
    ...claim.emitted,
  ]);
  const names = [...new Set(items.map(({ item }) => item))];
  const { english, german, template, personal, ordinary, listed, answer } = canaries;
  const rendered = template.replace("{english}", english).replace("{german}", german);
  const response = JSON.stringify([[answer]]);
  const values = [english, german, customerId, response, template, rendered];
  values.push(...personal, ...ordinary, ...listed);

  const visible = visibleIn(sinks);
  expect(visible.keys.length).toBeGreaterThan(100);
  for (const { commitment } of items) expect(visible.digests.has(commitment)).toBe(true);
  expect(guessedIn(visible, values, names)).toEqual([]);

  const seeds = Object.values(openings.seeds).flatMap((seed) => seed ?? []);
  const opened = { ...visible, keys: seeds.map((seed) => Buffer.from(seed, "hex")) };
  expect(guessedIn(opened, values, names).toSorted()).toEqual(
    [
      `${english}, as context.0`,
      `${german}, as context.1`,
      `${customerId}, as customer_id`,
      `${template}, as template`,
      `${response}, as model_output`,
      `${response}, as response`,
    ].toSorted(),
  );
}
