/** Calls models from the dashboard: like any client's request, with the response as playground events. */
import type * as z from "zod/mini";
import type { askAiModel, PlaygroundEvent } from "../../../../resources/ai/playground-calls.ts";
import type { Paid, Reply } from "./answer.ts";
import { AiProblem, brokenOff } from "./problems.ts";
import { errorIn, isRecord, parsedEvent } from "../../engines/ai/events.ts";

type Typed = z.output<typeof askAiModel.body & object>;

/** Sends a request; `onEnded` receives its result. */
type Ask = (body: object, onEnded: (paid: Paid) => void) => Promise<Reply>;

/** Yields refusals as events too: their status is the request's, not the session's. */
export async function* playgroundEvents(typed: Typed, ask: Ask): AsyncGenerator<PlaygroundEvent> {
  let paid: Paid | undefined;
  let reason = "";
  try {
    const reply = await ask(bodyOf(typed), (ended) => (paid = ended));
    for await (const chunk of chunksOf(reply)) {
      if (errorIn(chunk)) return yield problemEvent(chunk["error"] as Record<string, unknown>);
      const { text, thought, end } = partsOf(chunk);
      if (thought !== "") yield { kind: "thought", text: thought };
      if (text !== "") yield { kind: "text", text };
      reason = end || reason;
    }
  } catch (error) {
    if (!(error instanceof AiProblem)) throw error;
    return yield { kind: "problem", ...problemParts(error) };
  }
  yield paid ? doneEvent(paid, reason) : { kind: "problem", ...problemParts(brokenOff()) };
}

const bodyOf = ({ model, messages, temperature, topP, maxTokens }: Typed): object => ({
  model,
  messages,
  stream: true,
  ...(temperature !== undefined && { temperature }),
  ...(topP !== undefined && { top_p: topP }),
  ...(maxTokens !== undefined && { max_tokens: maxTokens }),
});

/** Reads a response; a server can send a complete one despite a streaming request. */
async function* chunksOf(reply: Reply): AsyncGenerator<Record<string, unknown>> {
  if ("json" in reply) return yield isRecord(reply.json) ? reply.json : {};
  for await (const data of reply.events) {
    const chunk = parsedEvent(data);
    if (chunk) yield chunk;
  }
}

const partsOf = ({ choices }: Record<string, unknown>) => {
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  if (!isRecord(choice)) return { text: "", thought: "", end: "" };
  const chunk = [choice["delta"], choice["message"]].find(isRecord) ?? {};
  return {
    text: textOf(chunk["content"]),
    thought: textOf(chunk["reasoning_content"]) || textOf(chunk["reasoning"]),
    end: textOf(choice["finish_reason"]),
  };
};

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const doneEvent = ({ model, tokens, cost, firstTokenMs, speed }: Paid, reason: string): PlaygroundEvent => ({
  kind: "done",
  model,
  reason,
  inputTokens: Number(tokens.input),
  outputTokens: Number(tokens.output),
  cost: cost.toString(),
  firstTokenMs,
  speed,
});

/** Converts an error during a stream, from a server or the relay. */
const problemEvent = ({ code, message, limit }: Record<string, unknown>): PlaygroundEvent => {
  const { status, code: brokenCode, message: brokenMessage } = brokenOff();
  return {
    kind: "problem",
    status,
    code: textOf(code) || brokenCode,
    limit: textOf(limit) || null,
    message: textOf(message) || brokenMessage,
  };
};

const problemParts = ({ status, code, limit, message }: AiProblem) => ({ status, code, limit: limit ?? null, message });
