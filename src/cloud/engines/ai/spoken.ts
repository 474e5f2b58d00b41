/** What a model of our own says, in OpenAI's form: whole, or as server-sent events. */
import { randomUUID } from "node:crypto";
import type { Ask, Operation } from "./ai.ts";
import type { Said } from "./embedded/speak.ts";

interface Speech {
  readonly operation: Operation;
  readonly body: Ask;
  readonly promptTokens: number;
  readonly said: AsyncIterable<Said>;
}

export const spokenReply = async (speech: Speech): Promise<Response> =>
  speech.body["stream"] === true ? streamed(speech) : whole(speech);

/** An error as OpenAI's clients read it. */
export const refusedReply = (status: number, message: string, code: string): Response =>
  Response.json({ error: { message, type: "invalid_request_error", param: null, code } }, { status });

const whole = async (speech: Speech): Promise<Response> => {
  let text = "";
  let tokens = 0;
  let end: Said["end"];
  for await (const part of speech.said) {
    text += part.text;
    tokens += 1;
    end = part.end ?? end;
  }
  const isChat = speech.operation === "chat/completions";
  const content = isChat ? { message: { role: "assistant", content: text } } : { text };
  const choices = [{ index: 0, ...content, logprobs: null, finish_reason: end ?? "stop" }];
  return Response.json({
    ...headOf(speech, isChat ? "chat.completion" : "text_completion"),
    choices,
    usage: usageOf(speech, tokens),
  });
};

const streamed = (speech: Speech): Response => {
  const isChat = speech.operation === "chat/completions";
  const head = headOf(speech, isChat ? "chat.completion.chunk" : "text_completion");
  const choice = (content: string, end: Said["end"] | null): unknown =>
    isChat
      ? { index: 0, delta: content ? { content } : {}, finish_reason: end }
      : { index: 0, text: content, finish_reason: end };
  const events = async function* (): AsyncGenerator<string> {
    let tokens = 0;
    if (isChat)
      yield event({ ...head, choices: [{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }] });
    for await (const { text, end = null } of speech.said) {
      tokens += 1;
      yield event({ ...head, choices: [choice(text, end)] });
    }
    const options = speech.body["stream_options"] as { include_usage?: boolean } | undefined;
    if (options?.include_usage) yield event({ ...head, choices: [], usage: usageOf(speech, tokens) });
    yield "data: [DONE]\n\n";
  };
  return new Response(bytesOf(events()), { headers: { "content-type": "text/event-stream; charset=utf-8" } });
};

const bytesOf = (texts: AsyncGenerator<string>): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await texts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => void (await texts.return(undefined)),
  });
};

const event = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;

const headOf = ({ body, operation }: Speech, object: string) => ({
  id: `${operation === "chat/completions" ? "chatcmpl" : "cmpl"}-${randomUUID()}`,
  object,
  created: Math.floor(Date.now() / 1000),
  model: body.model,
});

const usageOf = ({ promptTokens }: Speech, tokens: number) => ({
  prompt_tokens: promptTokens,
  completion_tokens: tokens,
  total_tokens: promptTokens + tokens,
});
