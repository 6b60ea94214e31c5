import { escapeIdentifier, escapeLiteral } from "pg";
import { takeAdvisoryLock, withConnection } from "./admin-session.ts";
import type { Queryable } from "./queryable.ts";
import { scramVerifier } from "./scram-verifier.ts";

export interface DatabaseRole {
  readonly role: string;
  readonly password: string;
  /**
   * The name to log in with; defaults to `role`. Because roles belong to the whole server, copies
   * of one database on a server need separate logins, which become `role` after connecting.
   */
  readonly login?: string;
}

export interface DatabaseUrls {
  readonly ownerUrl: string;
  /** The URLs for the roles of `runtime`, in the same order. */
  readonly runtimeUrls: readonly string[];
}

interface CreateDatabaseOptions {
  /**
   * The URL of a superuser (TCP). It must name the same database for all calls on one server,
   * because the lock is in that database.
   */
  readonly adminUrl: string;
  readonly database: string;
  readonly owner: DatabaseRole;
  readonly runtime: readonly DatabaseRole[];
  /** The database to copy. It must belong to `owner` and have been created by this function. */
  readonly template?: string;
}

const LOCK = 5_646_001;
// Without these settings, the server would log rows (the DETAIL of a violated constraint) and
// parameters of slow statements.
const QUIET_LOG = ["log_error_verbosity = terse", "log_parameter_max_length = 0"] as const;
const NAME = /^[a-z][a-z0-9_]{0,62}$/;

/**
 * Creates or updates roles and database. The database belongs to `owner`. Of all other roles, only
 * those in `runtime` may connect. Passwords are sent to the server as SCRAM verifiers.
 * @throws DatabaseError; TypeError for a name that is not lower-case snake_case
 */
export async function createDatabase(options: CreateDatabaseOptions): Promise<DatabaseUrls> {
  const { adminUrl, database, owner, runtime, template } = options;
  await withConnection(adminUrl, async (admin) => {
    await takeAdvisoryLock(admin, LOCK);
    for (const role of [owner, ...runtime]) await createRole(admin, role);
    await createOwnedDatabase(admin, database, { owner: owner.role, template });
    for (const role of [owner, ...runtime]) await admitLogin(admin, database, role);
    if (template !== undefined) return;
    // Runs inside the lock, because PostgreSQL refuses concurrent changes of one schema (XX000).
    await withConnection(urlOf(adminUrl, database), (connection) =>
      connection.query("revoke all on schema public from public"),
    );
  });
  return {
    ownerUrl: urlOf(adminUrl, database, owner),
    runtimeUrls: runtime.map((role) => urlOf(adminUrl, database, role)),
  };
}

export async function dropDatabase(
  adminUrl: string,
  database: string,
  logins: readonly string[],
): Promise<void> {
  await withConnection(adminUrl, async (admin) => {
    await takeAdvisoryLock(admin, LOCK);
    await admin.query(`drop database if exists ${name(database)} with (force)`);
    for (const login of logins) await admin.query(`drop role if exists ${name(login)}`);
  });
}

async function createRole(admin: Queryable, { role, password, login = role }: DatabaseRole) {
  if (login !== role) await createIfMissing(admin, role, "nologin");
  await createIfMissing(admin, login, "login");
  const verifier = escapeLiteral(await scramVerifier(password));
  await admin.query(`alter role ${name(login)} login password ${verifier}`);
}

async function createIfMissing(admin: Queryable, role: string, attribute: string) {
  const [existing] = await admin.query("select 1 from pg_roles where rolname = $1", [role]);
  if (existing === undefined) await admin.query(`create role ${name(role)} ${attribute}`);
}

async function createOwnedDatabase(
  admin: Queryable,
  database: string,
  { owner, template = "template0" }: { owner: string; template: string | undefined },
) {
  const [existing] = await admin.query("select 1 from pg_database where datname = $1", [database]);
  if (existing === undefined)
    await admin.query(
      `create database ${name(database)} owner ${name(owner)} template ${name(template)} encoding 'UTF8'`,
    );
  await admin.query(`alter database ${name(database)} owner to ${name(owner)}`);
  await admin.query(`revoke all on database ${name(database)} from public`);
  for (const setting of QUIET_LOG)
    await admin.query(`alter database ${name(database)} set ${setting}`);
}

async function admitLogin(admin: Queryable, database: string, roleAndLogin: DatabaseRole) {
  const { role, login = role } = roleAndLogin;
  await admin.query(`grant connect on database ${name(database)} to ${name(role)}`);
  if (login === role) return;
  await admin.query(`grant ${name(role)} to ${name(login)}`);
  await admin.query(
    `alter role ${name(login)} in database ${name(database)} set role = ${name(role)}`,
  );
}

function name(value: string): string {
  if (!NAME.test(value)) throw new TypeError("Names in the database are lower-case snake_case");
  return escapeIdentifier(value);
}

function urlOf(adminUrl: string, database: string, role?: DatabaseRole): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  if (role === undefined) return url.href;
  url.username = role.login ?? role.role;
  url.password = encodeURIComponent(role.password);
  return url.href;
}
