import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { terminalCommands, workflow } from "./snippets.ts";

const read = (path: string): string => readFileSync(join(import.meta.dirname, "../../../..", path), "utf8");

test("the CI example matches the snippet on the page", () => {
  expect(read("examples/ci/deploy.yml").replace(/^#.*\n/gm, "")).toBe(workflow("https://cloud.example.com"));
});

test("the command line reference contains the commands on the page", () => {
  expect(read("docs/reference/command-line.md")).toContain(terminalCommands("http://localhost:4040"));
});
