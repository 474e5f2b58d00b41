/** Runs an HTTP server that receives a team's webhooks. */
import type { IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { vi } from "vitest";
import { listenOnLoopback } from "../server/loopback.ts";

export interface Call {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export const hookReceiver = async () => {
  const calls: Call[] = [];
  /** The response, changeable by tests. */
  const answer = { status: 204, location: "" };
  const port = await listenOnLoopback((request, response) => {
    void text(request).then((body) => {
      calls.push({ headers: request.headers, body });
      const { status, location } = answer;
      response.writeHead(status, location === "" ? {} : { location }).end();
    });
  });

  /** Returns the calls for an event, once there are this many. */
  const heard = (event: string, count = 1): Promise<Call[]> =>
    vi.waitFor(
      () => {
        const found = calls.filter(({ headers }) => headers["freehold-event"] === event);
        if (found.length < count) throw new Error(`${event} came ${found.length} times.`);
        return found;
      },
      { timeout: 60_000, interval: 20 },
    );
  return { url: `http://127.0.0.1:${port}/hook`, host: `127.0.0.1:${port}`, calls, answer, heard };
};
