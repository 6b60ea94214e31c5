import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

export interface MigrationFile {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

const NAME = /^(\d{4})-[a-z0-9-]+\.sql$/;

/**
 * Reads the migrations in a folder, in order.
 * @throws Error for an invalid file name or a duplicate number
 */
export async function readMigrationFiles(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const numbers = names.map((name) => {
    const number = NAME.exec(name)?.[1];
    if (number === undefined) throw new Error(`Migration ${name} is not called NNNN-name.sql`);
    return number;
  });
  const twice = numbers.find((number, index) => numbers.indexOf(number) !== index);
  if (twice !== undefined) throw new Error(`Two migrations have the number ${twice}`);
  return Promise.all(names.map((name) => readMigration(folder, name)));
}

async function readMigration(folder: string, name: string): Promise<MigrationFile> {
  const sql = await readFile(path.join(folder, name), "utf8");
  return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
}
