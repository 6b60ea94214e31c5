export {
  createDatabase,
  type DatabaseRole,
  type DatabaseUrls,
  dropDatabase,
} from "./create-database.ts";
export { DatabaseError, type DatabaseErrorKind } from "./database-error.ts";
export { MigrationError, migrate } from "./migrate.ts";
export { createPool, type Database, type PoolOptions } from "./pool.ts";
export type { Queryable, StatementOptions } from "./queryable.ts";
export { type RowsStatement, rowsStatement } from "./rows-statement.ts";
export { createSchemaCheck } from "./schema-check.ts";
export { scramVerifier } from "./scram-verifier.ts";
