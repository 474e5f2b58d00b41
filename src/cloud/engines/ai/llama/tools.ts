/** Function calls of local models: what they read about the tools, the grammar of a required call, and calls in their output. */
import { randomUUID } from "node:crypto";
import type { TokenLikelihood } from "./likelihoods.ts";
import type { Tool } from "./read-ask.ts";
import type { Said, ToolCall } from "./spoken.ts";

/** Tells a model whose chat template has no tools how to call one. */
export const toolInstructions = (tools: readonly Tool[]): string =>
  `You can call these functions:\n${tools
    .map(({ name, description, parameters }) => JSON.stringify({ name, description, parameters }))
    .join(
      "\n",
    )}\nTo call one, reply only with JSON: {"name": "<function>", "arguments": {…}}. Otherwise reply in plain text.`;

/** Returns the schema of a call of one of the tools. */
export const callSchema = (tools: readonly Tool[]): Readonly<Record<string, unknown>> => ({
  oneOf: tools.map(({ name, parameters }) => ({
    type: "object",
    properties: { name: { const: name }, arguments: parameters },
    required: ["name", "arguments"],
  })),
});

/** Models trained on tools enclose their calls. */
const opening = "<tool_call>";
const closing = "</tool_call>";

/**
 * Turns output that is a call of one of the tools into a call. Other output passes through as soon as it can't be the
 * start of one.
 */
export async function* withToolCalls(said: AsyncIterable<Said>, tools: readonly Tool[]): AsyncGenerator<Said> {
  let held = "";
  let tokens = 0;
  let isText = false;
  const likelihoods: TokenLikelihood[] = [];
  for await (const part of said) {
    if (isText) {
      yield part;
      continue;
    }
    held += part.text;
    tokens += part.tokens;
    likelihoods.push(...(part.likelihoods ?? []));
    isText = !canStartCall(held.trimStart());
    if (!isText && !part.end) continue;
    const call = isText ? undefined : callIn(held, tools);
    yield call
      ? { text: "", call, tokens, end: "tool_calls" }
      : { text: held, tokens, ...(likelihoods.length > 0 && { likelihoods }), ...(part.end && { end: part.end }) };
  }
}

const canStartCall = (text: string): boolean =>
  text === "" || text.startsWith("{") || opening.startsWith(text.slice(0, opening.length));

const callIn = (text: string, tools: readonly Tool[]): ToolCall | undefined => {
  const json = text.trim().replace(opening, "").replace(closing, "");
  try {
    const { name, arguments: values = {} } = JSON.parse(json) as { name?: unknown; arguments?: unknown };
    const tool = tools.find((one) => one.name === name);
    return (
      tool && { id: `call_${randomUUID().replaceAll("-", "")}`, name: tool.name, arguments: JSON.stringify(values) }
    );
  } catch {
    return undefined;
  }
};
