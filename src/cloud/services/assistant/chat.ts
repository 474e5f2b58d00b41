/** Streams the output of a chat model. */
import type { Upstream } from "../../engines/ai/ai.ts";
import { eventsOf } from "../../engines/ai/events.ts";

export interface Said {
  readonly role: "user" | "assistant";
  readonly content: string;
}

export interface Chat {
  readonly server: Upstream;
  readonly model: string;
  readonly messages: readonly Said[];
  /** How long the model can be silent. */
  readonly silenceMs: number;
  /** Aborted when the client disconnects. */
  readonly gone: AbortSignal;
}

/** Maximum tokens of an answer. */
const tokensMax = 500;

/** Yields the output. Throws if the server fails, refuses, sends an invalid response, or is silent too long. */
export async function* chat({ server, model, messages, silenceMs, gone }: Chat): AsyncGenerator<string> {
  const stop = new AbortController();
  const patience = (): NodeJS.Timeout =>
    setTimeout(() => stop.abort(new Error("A model server stopped responding.")), silenceMs);
  let timer = patience();
  try {
    const body = { model, messages, stream: true, max_tokens: tokensMax, temperature: 0 };
    const response = await server.ask("chat/completions", body, AbortSignal.any([gone, stop.signal]));
    if (!response.ok || !response.body) throw new Error(`A model server answered ${response.status}.`);
    for await (const event of eventsOf(response.body)) {
      clearTimeout(timer);
      timer = patience();
      if (event === "[DONE]") return;
      yield contentOf(event);
    }
    throw new Error("A model server closed the connection.");
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}

const contentOf = (event: string): string => {
  const { choices, error } = JSON.parse(event) as {
    choices?: readonly { delta?: { content?: unknown } }[];
    error?: unknown;
  };
  if (error !== undefined) throw new Error("A model server failed during the answer.");
  const content = choices?.[0]?.delta?.content;
  return typeof content === "string" ? content : "";
};
