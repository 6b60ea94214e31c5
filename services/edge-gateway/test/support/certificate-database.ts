import type { AuditEvent } from "@veil/contracts/audit";
import { createPool } from "@veil/postgres-kit";
import { silentLogger } from "@veil/service-kit/telemetry";
import { createPostgresCertificateEvidence } from "../../src/modules/certificates/adapters/postgres-certificate-evidence.ts";
import { createPostgresCertificates } from "../../src/modules/certificates/adapters/postgres-certificates.ts";
import type { EndedCertificate } from "../../src/modules/certificates/index.ts";
import { createDatabaseClock } from "./database-clock.ts";
import { openGatewayDatabase, PATIENT } from "./gateway-database.ts";
import { insertTestCustomer } from "./test-customer.ts";

export type CertificateDatabase = Awaited<ReturnType<typeof openCertificateDatabase>>;

/** Opens a database whose clock the tests set, for the certificates of one customer. */
export async function openCertificateDatabase() {
  const opened = await openGatewayDatabase();
  const { owner } = opened;
  const clock = await createDatabaseClock(opened);
  for (const table of ["certificates", "certificate_batches"])
    await owner.execute(
      `alter table ${table} alter column created_at set default test_clock.now()`,
    );
  const customerId = await insertTestCustomer(opened.database);
  const options = { log: silentLogger, applicationName: "test", ...PATIENT };
  const database = createPool({ url: clock.url, ...options });
  const certificates = createPostgresCertificates(database);
  return {
    certificates,
    evidence: [
      createPostgresCertificateEvidence(database, "batches"),
      createPostgresCertificateEvidence(database, "certificates"),
    ],
    setClock: clock.set,
    add: (ended: EndedCertificate) => certificates.add(customerId, ended),
    /**
     * Updates the certificates.
     * @param rest - the part of the statement after the name of the table
     */
    change: (rest: string, ...values: readonly unknown[]) =>
      owner.execute(`update certificates ${rest}`, values),
    async events(): Promise<readonly AuditEvent[]> {
      const rows = await owner.query<{ event: AuditEvent }>("select event from event_outbox");
      return rows.map(({ event }) => event);
    },
    async empty(ms: number) {
      await owner.execute("truncate certificates, certificate_batches, event_outbox");
      await clock.set(ms);
    },
    async close() {
      await database.close();
      await opened.close();
    },
  };
}
