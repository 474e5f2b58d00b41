/** Answers of this server's own models in OpenAI's form: whole, or as server-sent events. */
import { randomUUID } from "node:crypto";
import type { Ask, Operation } from "../ai.ts";
import { logprobsOf, type TokenLikelihood } from "./likelihoods.ts";
import { RefusedAsk, type OwnAsk } from "./read-ask.ts";

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text, as in OpenAI's API. */
  readonly arguments: string;
}

/** A piece of an answer. */
export interface Said {
  /** Complete characters. Empty while a character is incomplete. */
  readonly text: string;
  /** Number of tokens in the piece. */
  readonly tokens: number;
  /** A call of a tool instead of text. */
  readonly call?: ToolCall;
  /** Of the tokens whose text starts in the piece, if the request asks for them. */
  readonly likelihoods?: readonly TokenLikelihood[];
  /** Set in the last piece: whether the model stopped, reached the limit, or called a tool. */
  readonly end?: "stop" | "length" | "tool_calls";
}

const commentAfterMs = 15_000;
/** Ten a second look fluent. Each event interrupts the computation of the next tokens, here and in the server. */
const frameMs = 100;

interface Speech {
  readonly operation: Operation;
  readonly body: Ask;
  readonly ask: Pick<OwnAsk, "streams" | "wantsUsage" | "alternatives">;
  readonly promptTokens: number;
  /** One answer for each choice, in order. */
  readonly answers: readonly AsyncIterable<Said>[];
}

export const spokenReply = (speech: Speech): Response => (speech.ask.streams ? streamed(speech) : whole(speech));

/** Returns the response of `answer`, or its refusal in OpenAI's error format. */
export const orRefusal = async (answer: () => Promise<Response>): Promise<Response> => {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof RefusedAsk)) throw error;
    const { status, message, param, code } = error;
    const type = status < 500 ? "invalid_request_error" : "server_error";
    return Response.json({ error: { message, type, param, code } }, { status });
  }
};

/** Yields the pieces up to the first stop sequence. Holds back text that may be the start of one. */
export async function* untilStop(said: AsyncIterable<Said>, stops: readonly string[]): AsyncGenerator<Said> {
  let held = "";
  /** Those of held pieces, each with where its piece starts in the held text. */
  let waiting: { readonly at: number; readonly likelihoods: readonly TokenLikelihood[] }[] = [];
  const release = (length: number, isLast: boolean): Pick<Said, "text" | "likelihoods"> => {
    const isReleased = ({ at }: { readonly at: number }): boolean => isLast || at < length;
    const likelihoods = waiting.filter(isReleased).flatMap((one) => one.likelihoods);
    waiting = waiting.filter((one) => !isReleased(one)).map((one) => ({ ...one, at: one.at - length }));
    const text = held.slice(0, length);
    held = held.slice(length);
    return { text, ...(likelihoods.length > 0 && { likelihoods }) };
  };
  for await (const { text, tokens, end, likelihoods } of said) {
    if (likelihoods) waiting.push({ at: held.length, likelihoods });
    held += text;
    const at = stops.map((stop) => held.indexOf(stop)).filter((index) => index >= 0);
    if (at.length > 0) return yield { ...release(Math.min(...at), false), tokens, end: "stop" };
    const kept = end ? 0 : Math.max(0, ...stops.map((stop) => startLength(held, stop)));
    yield { ...release(held.length - kept, kept === 0), tokens, ...(end && { end }) };
  }
}

/** Returns how many characters at the end of `text` are the start of `stop`. */
const startLength = (text: string, stop: string): number => {
  for (let length = Math.min(text.length, stop.length - 1); length > 0; length--)
    if (text.endsWith(stop.slice(0, length))) return length;
  return 0;
};

/** Sends its head at once, so that the client knows that the answer is being generated, which can take minutes. */
const whole = (speech: Speech): Response => {
  const json = async function* (): AsyncGenerator<string> {
    yield JSON.stringify(await wholeBody(speech));
  };
  return new Response(bytesOf(json()), { headers: { "content-type": "application/json" } });
};

const wholeBody = async (speech: Speech): Promise<unknown> => {
  const { operation, ask } = speech;
  const isChat = operation === "chat/completions";
  const choices: unknown[] = [];
  let tokens = 0;
  for (const [index, said] of speech.answers.entries()) {
    let text = "";
    const likelihoods: TokenLikelihood[] = [];
    let call: ToolCall | undefined;
    let end: Said["end"];
    for await (const part of said) {
      text += part.text;
      likelihoods.push(...(part.likelihoods ?? []));
      call ??= part.call;
      tokens += part.tokens;
      end = part.end ?? end;
    }
    const message = {
      role: "assistant",
      content: call ? null : text,
      refusal: null,
      ...(call && { tool_calls: [calling(call)] }),
    };
    const content = isChat ? { message } : { text };
    const logprobs = ask.alternatives === undefined ? null : logprobsOf(operation, likelihoods);
    choices.push({ index, ...content, logprobs, finish_reason: end ?? "stop" });
  }
  const head = headOf(speech, isChat ? "chat.completion" : "text_completion");
  return { ...head, choices, usage: usageOf(speech, tokens) };
};

const streamed = (speech: Speech): Response => {
  const { operation } = speech;
  const isChat = operation === "chat/completions";
  const { wantsUsage } = speech.ask;
  const head = {
    ...headOf(speech, isChat ? "chat.completion.chunk" : "text_completion"),
    ...(wantsUsage && { usage: null }),
  };
  const chunk = (
    index: number,
    content: object,
    end: Said["end"] | null,
    likelihoods?: Said["likelihoods"],
  ): string => {
    const logprobs = likelihoods ? logprobsOf(operation, likelihoods) : null;
    return event({ ...head, choices: [{ index, ...content, logprobs, finish_reason: end }] });
  };
  const events = async function* (): AsyncGenerator<string> {
    let tokens = 0;
    for (const [index, said] of speech.answers.entries()) {
      if (isChat) yield chunk(index, { delta: { role: "assistant", content: "" } }, null);
      for await (const { text, call, tokens: taken, end = null, likelihoods } of inFrames(said)) {
        tokens += taken;
        if (call) yield chunk(index, { delta: { tool_calls: [{ index: 0, ...calling(call) }] } }, null);
        if (text === "" && !end && !likelihoods) continue;
        yield chunk(index, isChat ? { delta: text ? { content: text } : {} } : { text }, end, likelihoods);
      }
    }
    if (wantsUsage) yield event({ ...head, choices: [], usage: usageOf(speech, tokens) });
    yield "data: [DONE]\n\n";
  };
  return new Response(bytesOf(withComments(events())), {
    headers: { "content-type": "text/event-stream; charset=utf-8" },
  });
};

/** Yields a comment while the next event takes long: readers end silent streams, and an answer can wait minutes for its turn. */
async function* withComments(events: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    for (;;) {
      const next = events.next();
      while (!(await isSettledWithin(next, commentAfterMs))) yield ": waiting\n\n";
      const { done, value } = await next;
      if (done) return;
      yield value;
    }
  } finally {
    await events.return(undefined);
  }
}

/** Joins the pieces that come within a frame. The first one and the last one don't wait. */
export async function* inFrames(said: AsyncIterable<Said>): AsyncGenerator<Said> {
  const pieces = said[Symbol.asyncIterator]();
  let next = pieces.next();
  let yieldedAt = -Infinity;
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      let piece = value;
      next = pieces.next();
      for (;;) {
        const restMs = yieldedAt + frameMs - performance.now();
        if (piece.end || piece.call || restMs <= 0 || !(await isSettledWithin(next, restMs))) break;
        const more = await next;
        if (more.done || more.value.call) break;
        piece = joined(piece, more.value);
        next = pieces.next();
      }
      yieldedAt = performance.now();
      yield piece;
    }
  } finally {
    next.catch(() => undefined);
    await pieces.return?.();
  }
}

const joined = (first: Said, second: Said): Said => {
  const likelihoods = [...(first.likelihoods ?? []), ...(second.likelihoods ?? [])];
  return {
    text: first.text + second.text,
    tokens: first.tokens + second.tokens,
    ...(likelihoods.length > 0 && { likelihoods }),
    ...(second.end && { end: second.end }),
  };
};

const isSettledWithin = async (promise: Promise<unknown>, ms: number): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, ms, false)));
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
};

const calling = ({ id, name, arguments: values }: ToolCall) => ({
  id,
  type: "function",
  function: { name, arguments: values },
});

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
