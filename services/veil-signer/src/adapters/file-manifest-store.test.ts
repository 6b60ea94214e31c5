import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { createFileManifestStore } from "./file-manifest-store.ts";
import { describeManifestStore } from "./manifest-store.contract.ts";

const newFolder = () => mkdtemp(path.join(tmpdir(), "veil-signer-"));

describeManifestStore("file", async () =>
  createFileManifestStore(path.join(await newFolder(), "manifest.json")),
);

test("Another store on the same file reads what was written, and no draft stays", async () => {
  const folder = await newFolder();
  const file = path.join(folder, "manifest.json");
  await createFileManifestStore(file).write("text");
  expect(await createFileManifestStore(file).read()).toBe("text");
  expect(await readdir(folder)).toEqual(["manifest.json"]);
});

test("When the file cannot be read, then that is an error and not an absence", async () => {
  const folder = await newFolder();
  await expect(createFileManifestStore(folder).read()).rejects.toMatchObject({ code: "EISDIR" });
});
