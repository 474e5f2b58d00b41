/**
 * Whether an uncaught error only says that a server closed its connection after a response that waits to be read. The `fetch` of
 * Node.js 24 throws it where no caller can catch it (nodejs/undici issue 5360). The reader still gets what was received.
 */
export const isUnreadResponse = (error: unknown): boolean =>
  error instanceof Error &&
  (error as NodeJS.ErrnoException).code === "ERR_ASSERTION" &&
  /\bParser\.finish\b.*\bundici\b/.test(error.stack ?? "");
