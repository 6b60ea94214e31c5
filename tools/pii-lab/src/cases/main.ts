import Table from "cli-table3";
import { print } from "../run-command.ts";
import { casesFile, readCases, readNotAdopted } from "./case-files.ts";
import { BAR, runCases, total } from "./run-cases.ts";

try {
  const results = runCases(readCases(casesFile(process.env["VEIL_DATA"])), readNotAdopted());
  const all = total(results);
  const table = new Table({
    head: ["recognizer", "passed", "adopted", "not adopted"],
    style: { head: [], border: [], compact: true },
  });
  for (const { recognizer, passed, adopted, listed } of results)
    table.push([recognizer, passed, adopted, listed]);
  table.push(["all", all.passed, all.adopted, all.listed]);
  print(table.toString());
  for (const id of all.failed) print(`not passed: ${id}`);
  process.exitCode = all.passed >= BAR * all.adopted ? 0 : 1;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\nThe cases need VEIL_DATA (see README).\n`);
  process.exitCode = 2;
}
