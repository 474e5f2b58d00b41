/** Screens recognize errors by their code or reason. A text can be reworded without them noticing. */
import { parseSync } from "vite";
import { expect, test } from "vitest";
import { sourceFiles } from "../../support/hosting/source-files.ts";

/** Texts of other programs, which have no code for it, and messages that are no errors. */
const allowed: Readonly<Record<string, string>> = {
  "src/dashboard/api/transport.ts": "axios has no code for a request that the browser aborted",
  "src/dashboard/build/refine-source-plugin.ts": "a notice of the bundler, in the build",
  "src/dashboard/chains/wallets/dev/signer.ts": "a message to sign",
  "src/dashboard/lib/async/load-chunk.ts": "browsers have no code for a module that failed to load",
};

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** `message` or `error.message`, also with `!`, `?.` and a fallback. */
const isMessage = (node: Node): boolean => {
  if (node.type === "Identifier") return node.name === "message";
  if (node.type === "MemberExpression") return node.computed !== true && isMessage(node.property as Node);
  if (node.type === "LogicalExpression") return isMessage(node.left as Node);
  if (node.type === "CallExpression") return isMessage(node.callee as Node) || isMessage(objectOf(node.callee as Node));
  const inner = node.expression;
  return isNode(inner) && isMessage(inner);
};
const objectOf = (node: Node): Node => (isNode(node.object) ? node.object : { type: "None" });
const isNothing = (node: Node): boolean =>
  (node.type === "Literal" && (node.value === "" || node.value === null)) ||
  (node.type === "Identifier" && node.name === "undefined");

const readers = new Set(["includes", "startsWith", "endsWith", "match", "matchAll", "search"]);
const matchers = new Set(["test", "exec", "has"]);

const recognizes = (node: Node): boolean => {
  if (node.type === "BinaryExpression" && /^[!=]==?$/.test(String(node.operator))) {
    const sides = [node.left, node.right] as Node[];
    return sides.some(isMessage) && !sides.some(isNothing);
  }
  if (node.type === "SwitchStatement") return isMessage(node.discriminant as Node);
  if (node.type !== "CallExpression") return false;
  const callee = node.callee as Node;
  const method = isNode(callee.property) ? String(callee.property.name) : "";
  if (readers.has(method)) return isMessage(objectOf(callee));
  return matchers.has(method) && (node.arguments as Node[]).some(isMessage);
};

const count = (node: Node): number =>
  (recognizes(node) ? 1 : 0) + childrenOf(node).reduce((sum, child) => sum + count(child), 0);
const countIn = (path: string, text: string): number => count(parseSync(path, text).program as unknown as Node);

test("no screen recognizes an error by its text, except where a reason is named", () => {
  const found = sourceFiles("src/dashboard/**/*.{ts,tsx}")
    .filter(({ path }) => !path.endsWith(".test.ts") && !path.endsWith(".test.tsx"))
    .filter(({ path, text }) => countIn(path, text) > 0)
    .map(({ path }) => path);
  expect(found.toSorted()).toEqual(Object.keys(allowed).toSorted());
});

test.each([
  "if (/daily cap/i.test(message)) show();",
  "if (error.message === errors.TAKEN.message) show();",
  'if ((error as Error).message.includes("taken")) show();',
  'if (error?.message?.toLowerCase().startsWith("no ")) show();',
  'switch (error.message) { case "Gone": show(); }',
  "if (known.has(error.message ?? fallback)) show();",
])("is found: %s", (code) => {
  expect(countIn("sample.ts", code)).toBe(1);
});

test.each(["if (domain.message === undefined) show();", "show(error.message);", 'if (message !== "") show(message);'])(
  "is allowed: %s",
  (code) => {
    expect(countIn("sample.ts", code)).toBe(0);
  },
);
