import { expect, test } from "@jest/globals";
import { readDocument } from "../support/deployment/markdown.ts";

const KINDS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];
const VERSION = /^\[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$/;

const text = readDocument("CHANGELOG.md");
const [, ...sections] = text.split(/^## /m);
const headings = sections.map((section) => section.split("\n", 1)[0] ?? "");
const releases = headings.slice(1).map((heading) => VERSION.exec(heading));

test("The changelog begins with a section for unreleased changes, then has each version with its date, newest first", () => {
  expect(text).toMatch(/^# Changelog\n\n/);
  expect(headings[0]).toBe("[Unreleased]");
  expect(releases.length).toBeGreaterThan(0);
  expect(headings.slice(1).filter((heading) => !VERSION.test(heading))).toEqual([]);
  const dates = releases.map((release) => release?.[2] ?? "");
  for (const date of dates) expect(new Date(date).toISOString().slice(0, 10)).toBe(date);
  expect([...dates].sort().reverse()).toEqual(dates);
});

test("The newest version in the changelog is the version in package.json", () => {
  const { version } = JSON.parse(readDocument("package.json")) as { version: string };
  expect(releases[0]?.[1]).toBe(version);
});

test.each(headings.map((heading, at) => [heading, sections[at] ?? ""]))(
  "%s groups its changes by kind, in the standard order, each kind once and with at least one entry",
  (_heading, section) => {
    const parts = section.split(/^### /m).slice(1);
    const kinds = parts.map((part) => part.split("\n", 1)[0] ?? "");
    expect(kinds).toEqual(KINDS.filter((kind) => kinds.includes(kind)));
    for (const part of parts) expect(part).toMatch(/^\w+\n\n- /);
  },
);

test("Every version in the changelog has a link to its changes, and every link belongs to a version", () => {
  const links = [...text.matchAll(/^\[([^\]]+)\]: (\S+)$/gm)];
  const names = headings.map((heading) => /^\[(.+?)\]/.exec(heading)?.[1]);
  expect(links.map(([, name]) => name)).toEqual(names);
  const newest = releases[0]?.[1] ?? "";
  for (const [, name, target] of links)
    expect(target).toContain(name === "Unreleased" ? `v${newest}...HEAD` : `v${name}`);
});
