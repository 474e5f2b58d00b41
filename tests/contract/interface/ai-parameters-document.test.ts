/** docs/reference/ai-parameters.md shows what local models do with each parameter, and what reaches model servers. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { aiAnswerTokens } from "../../../resources/ai/limits.ts";
import { operations, type Operation } from "../../../src/cloud/engines/ai/ai.ts";
import { parameters, type Parameter, type ParameterRule } from "../../../src/cloud/engines/ai/llama/parameters.ts";
import { aiWeb } from "../../support/ai/ai-web.ts";
import { required, sampleOf } from "../../support/ai/parameter-samples.ts";
import { formatMarkdown } from "../../support/markdown.ts";

/** Of parameters that the server changes or adds. */
const relayNotes: Readonly<Record<string, string>> = {
  stream_options: "Passed on, with `include_usage`.",
  max_tokens: `Passed on. Paid models get ${aiAnswerTokens} without a limit.`,
};
const model = "paid";

/** Returns the body that a model server gets for this one. */
const relay = async (operation: Operation, body: Record<string, unknown>): Promise<Record<string, unknown>> => {
  const { key } = await user.newKey();
  const response = await fetch(`${fixture.web.url}/api/v1/${operation}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status, await response.text()).toBe(200);
  return fixture.server.requests.at(-1)!.body;
};
const fixture = await aiWeb();
const user = await fixture.newUser(1_000_000n);

/** Names of the parameters that arrive as they were sent, by operation. */
const passedOn = new Map<Operation, string[]>();
for (const operation of operations) {
  const own = parameters.filter(({ name, on }) => on.includes(operation) && name !== "model");
  const sent = { model, ...Object.fromEntries(own.map((parameter) => [parameter.name, sampleOf(parameter)])) };
  const received = await relay(operation, sent);
  expect(Object.keys(received).sort()).toEqual(Object.keys(sent).sort());
  const unchanged = Object.entries(sent).filter(([name, value]) => isDeepStrictEqual(received[name], value));
  passedOn.set(
    operation,
    unchanged.map(([name]) => name),
  );
}

const localText = (rule: ParameterRule): string => {
  if (rule.does === "apply") return rule.effect;
  if (rule.does === "ignore") return `Ignored. ${rule.why}`;
  const except = rule.except.map((one) => `\`${JSON.stringify(one)}\``).join(", ");
  return `Refused${except && `, except ${except}`}. ${rule.why}`;
};

const rowOf = ({ name, on, rule }: Parameter): string => {
  const isPassedOn = on.every((operation) => passedOn.get(operation)!.includes(name));
  const relayed = relayNotes[name] ?? (isPassedOn ? "Passed on." : "Changed.");
  return `| \`${name}\` | ${on.map((one) => `\`${one}\``).join(", ")} | ${localText(rule)} | ${relayed} |`;
};

test("the table has each parameter", async () => {
  const head = ["| parameter | of | local models | model servers |", "| --- | --- | --- | --- |"];
  const table = (await formatMarkdown([...head, ...parameters.map(rowOf)].join("\n"))).trim();
  expect(table).not.toContain("Changed.");
  const path = join(import.meta.dirname, "../../../docs/reference/ai-parameters.md");
  const document = await readFile(path, "utf8");
  if (process.env.UPDATE_DOCUMENTS)
    await writeFile(
      path,
      document.replace(/\| parameter +\| of [^\n]*(\n\|[^\n]*)*/, () => table),
    );
  expect(
    await readFile(path, "utf8"),
    "UPDATE_DOCUMENTS=1 npx vitest run tests/contract/interface/ai-parameters-document.test.ts",
  ).toContain(table);
});

test("streams report their usage, and answers of paid models are limited", async () => {
  const streamed = await relay("chat/completions", { model, ...required["chat/completions"], stream: true });
  expect(streamed).toMatchObject({ stream_options: { include_usage: true }, max_tokens: aiAnswerTokens });
});
