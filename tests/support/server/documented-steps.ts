/** Runs a document's code blocks: "```ts path" is a whole file, "```diff path" a change of one. */
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { temporaryFolder } from "./cloud-process.ts";

const root = join(import.meta.dirname, "../../..");
const project = ["resources", "src", "tests", "scripts", "bench", "docs", "samples"];
const settings = ["package.json", "package-lock.json", "tsconfig.json", "vite.config.ts", "vitest.config.ts"];

/** Returns a copy of the project after all steps of the documents; deleted when the test file ends. */
export const projectAfter = async (...documents: readonly string[]): Promise<string> => {
  const copy = await temporaryFolder();
  await Promise.all(
    [...project, ...settings].map((path) => cp(join(root, path), join(copy, path), { recursive: true })),
  );
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
  for (const document of documents)
    for (const step of stepsIn(await readFile(join(root, document), "utf8"))) await applyStep(copy, step);
  return copy;
};

interface DocumentedStep {
  readonly kind: string;
  readonly path: string;
  readonly text: string;
}

/** The blocks of the document that name a file, in order. */
const stepsIn = (markdown: string): DocumentedStep[] =>
  [...markdown.matchAll(/^```(\w+) (\S+)\n([\s\S]*?)^```$/gm)].map(([, kind, path, text]) => ({
    kind: kind!,
    path: path!,
    text: text!,
  }));

/** Writes the file, or makes the change. Throws when the file does not have the lines that the change starts from, once. */
const applyStep = async (root: string, { kind, path, text }: DocumentedStep): Promise<void> => {
  const target = join(root, path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, kind === "diff" ? changed(await readFile(target, "utf8"), path, text) : text);
};

const changed = (source: string, path: string, diff: string): string => {
  const lines = diff.split("\n").filter(Boolean);
  const before = lines.filter((line) => !line.startsWith("+")).map((line) => `${line.slice(1)}\n`);
  const after = lines.filter((line) => !line.startsWith("-")).map((line) => `${line.slice(1)}\n`);
  const parts = source.split(before.join(""));
  if (parts.length !== 2) throw new Error(`${path} has ${parts.length - 1} places for this change:\n${diff}`);
  return parts.join(after.join(""));
};
