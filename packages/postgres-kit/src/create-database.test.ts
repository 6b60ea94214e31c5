import { randomBytes } from "node:crypto";
import { afterAll, expect, test } from "@jest/globals";
import { describeWithServer, until } from "@veil/testing";
import { withConnection } from "./admin-session.ts";
import { createDatabase, dropDatabase } from "./create-database.ts";

describeWithServer("postgres", "createDatabase", (adminUrl) => {
  const unique = `kit_${randomBytes(4).toString("hex")}`;
  const [owner, runtime, foreign] = ["owner", "app", "foreign"].map((role) => `${unique}_${role}`);
  const roles = { owner: owner ?? "", runtime: runtime ?? "", foreign: foreign ?? "" };

  const create = (database: string, password: string) =>
    createDatabase({
      adminUrl,
      database,
      owner: { role: roles.owner, password },
      runtime: [{ role: roles.runtime, password }],
    });

  const adminUrlOf = (database: string) => {
    const url = new URL(adminUrl);
    url.pathname = `/${database}`;
    return url.href;
  };

  const waitingForLocks = (count: number) =>
    withConnection(adminUrl, (admin) =>
      until(`${count} wait for a lock`, async () => {
        const waiting = await admin.query(
          `select pid from pg_stat_activity where wait_event_type = 'Lock'
           and (query like 'select pg_advisory_lock%' or query like 'revoke all on schema%' and datname = $1)`,
          [unique],
        );
        return waiting.length >= count;
      }),
    );

  afterAll(async () => {
    await dropDatabase(adminUrl, `${unique}_other`, []);
    await dropDatabase(adminUrl, unique, Object.values(roles));
  });

  test("After createDatabase ran twice, only the last password is accepted", async () => {
    await create(unique, "first:pass%word/?");
    const { ownerUrl, runtimeUrls } = await create(unique, "second:pass%word/?");

    expect(await whoAmI(ownerUrl)).toEqual([{ me: roles.owner, owner: roles.owner }]);
    expect(await whoAmI(runtimeUrls[0] ?? "")).toEqual([{ me: roles.runtime, owner: roles.owner }]);
    await expect(whoAmI(ownerUrl.replace("second", "first"))).rejects.toMatchObject({
      code: "28P01",
    });
  });

  test("Two concurrent calls of createDatabase both succeed, because one waits for the other", async () => {
    await create(unique, "password-of-both");
    const { first, second } = await withConnection(adminUrlOf(unique), async (blocker) => {
      // createDatabase must wait for this transaction in its last statement.
      await blocker.query("begin");
      await blocker.query("revoke all on schema public from public");
      const first = create(unique, "password-of-both");
      await waitingForLocks(1);
      const second = create(unique, "password-of-both");
      await waitingForLocks(2);
      await blocker.query("rollback");
      return { first, second };
    });

    await expect(Promise.all([first, second])).resolves.toHaveLength(2);
  });

  test("A role of another database cannot connect", async () => {
    await create(unique, "password-of-both");
    const other = await createDatabase({
      adminUrl,
      database: `${unique}_other`,
      owner: { role: roles.owner, password: "password-of-both" },
      runtime: [{ role: roles.foreign, password: "password-of-both" }],
    });

    const elsewhere = (other.runtimeUrls[0] ?? "").replace(`${unique}_other`, unique);

    await expect(whoAmI(elsewhere)).rejects.toMatchObject({ code: "42501" });
  });

  test("The server stores a verifier, never the password", async () => {
    await create(unique, "password-to-search");

    const rows = await withConnection(adminUrl, (admin) =>
      admin.query<{ kept: string }>(
        "select rolpassword as kept from pg_authid where rolname = $1",
        [roles.owner],
      ),
    );

    expect(rows[0]?.kept).toMatch(/^SCRAM-SHA-256\$4096:/);
    expect(rows[0]?.kept).not.toContain("password-to-search");
  });

  test("The server logs neither rows of failed statements nor parameters", async () => {
    const { runtimeUrls } = await create(unique, "long-password");

    const settings = await withConnection(runtimeUrls[0] ?? "", (connection) =>
      connection.query(
        `select current_setting('log_error_verbosity') as errors,
           current_setting('log_parameter_max_length') as parameters`,
      ),
    );

    expect(settings).toEqual([{ errors: "terse", parameters: "0" }]);
  });

  test.each(["Robert'); DROP TABLE students", "UPPER", ""])(
    "createDatabase throws a TypeError for the database name %p",
    async (database) => {
      await expect(create(database, "long-password")).rejects.toBeInstanceOf(TypeError);
    },
  );
});

function whoAmI(url: string) {
  return withConnection(url, (connection) =>
    connection.query(
      `select current_user as me, pg_get_userbyid(datdba) as owner
       from pg_database where datname = current_database()`,
    ),
  );
}
