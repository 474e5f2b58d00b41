/** Yields the data of a stream's server-sent events. Supports what chat servers send: `data:` lines, blank lines and comments. */

const eventBytesMax = 4 * 1024 * 1024;

/** @throws RangeError for an event above the size limit. */
export async function* eventsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body) {
    rest += decoder.decode(bytes, { stream: true });
    const lines = rest.split(/\r?\n/);
    rest = lines.pop()!;
    if (rest.length > eventBytesMax) throw new RangeError("An event from a model server is too large.");
    for (const line of lines) if (line.startsWith("data:")) yield line.slice("data:".length).trim();
  }
  if (rest.startsWith("data:")) yield rest.slice("data:".length).trim();
}
