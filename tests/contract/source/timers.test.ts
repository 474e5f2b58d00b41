/** Periodic work runs as duties and jobs, or by what the kernel has for it: no other code of the server sets a timer again and again. */
import { parseSync } from "vite";
import { expect, test } from "vitest";
import { sourceFiles } from "../../support/hosting/source-files.ts";

/** Functions that wait in a loop or set their timer again, with what ends them. */
const allowed: Readonly<Record<string, string>> = {
  "src/cloud/devnet/evm/node/anvil.ts tick": "watches a node while it owes one answer",
  "src/cloud/devnet/evm/node/anvil.ts watch": "watches a node while it owes one answer",
  "src/cloud/engines/database/embedded/embedded-server.ts keepAlive":
    "restarts the database, which duties and jobs need; waits for the end of a process, not for a time",
  "src/cloud/engines/database/embedded/embedded-server.ts relaunch": "a start of the database, until it succeeds",
  "src/cloud/engines/rollups/remote/open.ts create": "one order, in a job, until the stack has settled it",
  "src/cloud/move/changes.ts whenFree": "one statement, a limited number of times",
  "src/cloud/move/handover.ts untilHandedBack": "a start of the server, until a move of its data has ended",
  "src/cloud/rpc/upstream/pool.ts start": "one request, sent to the next node if one is slow; each node once",
  "src/cloud/storage/arweave/site.ts until": "one deployment, until its files are on the weave or it is cancelled",
};

const shipped = sourceFiles("src/cloud/**/*.ts").filter(
  ({ path }) =>
    !path.endsWith(".test.ts") && !path.startsWith("src/cloud/kernel/") && !path.startsWith("src/cloud/lib/"),
);

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const isFunction = ({ type }: Node): boolean =>
  ["ArrowFunctionExpression", "FunctionExpression", "FunctionDeclaration"].includes(type);
const nameOf = (node: unknown): string | undefined =>
  isNode(node) && typeof node.name === "string" ? node.name : undefined;

/** The name by which a file reaches a function: of its declaration, variable, property or method. */
const namedFunctionIn = (node: Node): readonly [string, Node] | undefined => {
  const name = nameOf(node.id ?? node.key ?? node.left);
  const made = node.type === "FunctionDeclaration" ? node : (node.init ?? node.value ?? node.right);
  return name !== undefined && isNode(made) && isFunction(made) ? [name, made] : undefined;
};

/** Names that code reads, without those of properties. */
const namesIn = (node: Node): string[] => {
  const own = nameOf(node);
  const isNamed = node.computed === false && ["MemberExpression", "Property"].includes(node.type);
  const parts = isNamed ? [node.object, node.value].filter(isNode) : childrenOf(node);
  return [...(own === undefined ? [] : [own]), ...parts.flatMap(namesIn)];
};

/** Timers in a file that are set again, as "path function". A loop that reads the clock ends: it is a time limit. */
const repeatingIn = (path: string, text: string): string[] => {
  const program = parseSync(path, text).program as unknown as Node;
  const functions = new Map<string, Node[]>();
  const waits = new Set<string>();
  const collect = (node: Node): void => {
    const named = namedFunctionIn(node);
    if (named) functions.set(named[0], [...(functions.get(named[0]) ?? []), named[1]]);
    if (node.type === "ImportDeclaration" && (node.source as Node).value === "node:timers/promises")
      for (const { local } of node.specifiers as Node[]) waits.add(nameOf(local)!);
    childrenOf(node).forEach(collect);
  };
  collect(program);

  /** Whether code can lead to a run of the function `name`. */
  const leadsTo = (code: readonly Node[], name: string | undefined): boolean => {
    const seen = new Set<string>();
    const open = code.flatMap(namesIn);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next === name) return true;
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(...(functions.get(next) ?? []).flatMap(namesIn));
    }
    return false;
  };

  const isEndlessLoop = ({ type, start, end }: Node): boolean =>
    /^(For|While|DoWhile)/.test(type) && !/\b(Date|performance)\.now\(\)/.test(text.slice(start, end));

  const found: string[] = [];
  const visit = (
    node: Node,
    within: readonly [string, Node] | undefined,
    isInLoop: boolean,
    isShared: boolean,
  ): void => {
    const callee = node.type === "CallExpression" ? nameOf(node.callee) : undefined;
    const isWait = callee !== undefined && waits.has(callee);
    if (isWait && (isInLoop || (within && leadsTo(childrenOf(within[1]), within[0]))))
      found.push(`${path} ${within?.[0]}`);
    if (callee === "setTimeout" && !isWait && (isShared || leadsTo([(node.arguments as Node[])[0]!], within?.[0])))
      found.push(`${path} ${within?.[0]}`);
    const own = namedFunctionIn(node);
    for (const child of childrenOf(node)) {
      const isOwn = own?.[1] === child;
      const shared = isShared || (node.type === "AssignmentExpression" && node.operator === "??=");
      if (isFunction(child)) visit(child, isOwn ? own : within, false, false);
      else visit(child, within, isInLoop || isEndlessLoop(node), shared);
    }
  };
  visit(program, undefined, false, false);
  return found;
};

test("no server code outside the kernel keeps setting a timer, except where a reason is named", () => {
  const found = new Set(shipped.flatMap(({ path, text }) => repeatingIn(path, text)));
  expect([...found].toSorted()).toEqual(Object.keys(allowed).toSorted());
});

test.each([
  ["that sets itself", "const tick = () => { setTimeout(tick, 5); };"],
  [
    "that is set through another function",
    "const plan = () => setTimeout(() => run(), 5);\nconst run = async () => { await act(); plan(); };",
  ],
  ["that later calls share", "let timer;\nconst soon = () => { timer ??= setTimeout(() => act(), 5).unref(); };"],
  [
    "in a loop",
    'import { setTimeout as delay } from "node:timers/promises";\nconst poll = async () => { for (;;) { await act(); await delay(5); } };',
  ],
  [
    "in a function that calls itself",
    'import { setTimeout } from "node:timers/promises";\nconst poll = async () => { await setTimeout(5); await poll(); };',
  ],
])("a timer %s is found", (_, text) => {
  expect(repeatingIn("a.ts", text)).toHaveLength(1);
});

test("a time limit is not a repeating timer", () => {
  const text =
    'import { setTimeout as delay } from "node:timers/promises";\nconst ask = async () => { const late = setTimeout(() => stop(), 5); await delay(5); clearTimeout(late); };';
  expect(repeatingIn("a.ts", text)).toEqual([]);
});
