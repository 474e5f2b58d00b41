/** Serves OpenAI's API over a real socket, with answers set by the test. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { atFileEnd } from "../file-end.ts";

export interface ModelRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  /** The body as it arrived. */
  readonly text: string;
  readonly body: Record<string, unknown>;
}

type Answering = (request: ModelRequest, response: ServerResponse) => void | Promise<void>;

export const modelServer = async (models: readonly string[], answer: Answering) => {
  const requests: ModelRequest[] = [];
  const server = createServer((request, response) => void handle(request, response));
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url === "/v1/models") return sendJson(response, { data: models.map((id) => ({ id })) });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { authorization } = request.headers;
    const text = Buffer.concat(chunks).toString();
    const one = { path: request.url!, authorization, text, body: JSON.parse(text) as Record<string, unknown> };
    requests.push(one);
    await answer(one, response);
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atFileEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests };
};

export const sendJson = (response: ServerResponse, body: unknown, status = 200): void =>
  void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

/** Sends events, and ends the response unless it stays open. */
export const sendEvents = (response: ServerResponse, events: readonly unknown[], ends = true): void => {
  response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
  for (const event of events) response.write(`data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`);
  if (ends) response.end();
};
