/** Server-sent events of a stream, as their data. Only what chat servers send of the standard: `data:` lines, blank lines, comments. */

const eventBytesMax = 4 * 1024 * 1024;

/** Throws RangeError at an event that is larger than any answer. */
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
