/** Yields the lines of a text stream as they arrive, without empty ones. Cancels the stream when the loop ends. */
export async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = rest.split("\n");
      rest = done ? "" : lines.pop()!;
      for (const line of lines) if (line.trim() !== "") yield line;
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
