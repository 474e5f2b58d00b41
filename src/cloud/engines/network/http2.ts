/**
 * HTTP/2 (RFC 9113), which IPFS nodes require. Each stream becomes a request of HTTP/1.1 on a connection within this process, so that
 * all handlers, limits and timeouts apply to both versions alike.
 */
import { request as send, type IncomingHttpHeaders, type OutgoingHttpHeaders, type Server } from "node:http";
import {
  constants,
  createServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from "node:http2";
import type { TLSSocket } from "node:tls";
import { connectionPair } from "./connection-pair.ts";

const streamsMax = 100;
/** Like the HTTP/1.1 server's. */
const idleMs = 65_000;
/** Describe a connection of HTTP/1.1, not the response (RFC 9113 §8.2.2). */
const connectionHeaders = new Set(["connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"]);

/** Passes requests of HTTP/2 to `server`. */
export const createHttp2 = (server: Server) => {
  const sessions = new Set<ServerHttp2Session>();
  const http2 = createServer({ settings: { maxConcurrentStreams: streamsMax } });
  http2.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
    session.setTimeout(idleMs, () => session.close());
  });
  const pass = (request: Http2ServerRequest, response: Http2ServerResponse): void => forward(server, request, response);
  http2.on("request", pass);
  http2.on("checkContinue", pass);
  return {
    /** Serves a connection whose client chose HTTP/2. */
    take: (socket: TLSSocket): void => void http2.emit("connection", socket),
    /** Lets the streams end, and begins no others. */
    drain: (): void => sessions.forEach((session) => session.close()),
    close: (): void => sessions.forEach((session) => session.destroy()),
  };
};

const forward = (server: Server, request: Http2ServerRequest, response: Http2ServerResponse): void => {
  const { ":authority": authority, host = authority } = request.headers;
  if (authority !== undefined && host !== authority) return void response.writeHead(400).end();
  const { remoteAddress, remotePort } = request.socket;
  const [near, far] = connectionPair({ remoteAddress, remotePort });
  const forwarded = send({
    createConnection: () => near,
    method: request.method,
    path: request.url,
    headers: requestHeaders(request, host),
    setHost: false,
  });
  forwarded.on("continue", () => response.writeContinue());
  forwarded.on("response", (answer) => {
    // Its client may be gone.
    if (response.destroyed || response.stream.destroyed) return;
    response.writeHead(answer.statusCode!, responseHeaders(answer.headers));
    // Cut off like the connection, so that the client can tell.
    answer.once("error", () => response.stream.close(constants.NGHTTP2_INTERNAL_ERROR));
    answer.pipe(response);
  });
  forwarded.on("error", () => {
    if (!response.headersSent && !response.stream.destroyed) response.stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  });
  response.once("close", () => near.destroy());
  request.once("aborted", () => near.destroy());
  request.pipe(forwarded);
  server.emit("connection", far);
};

/** The body of HTTP/2 needs no length and no encoding; that of HTTP/1.1 needs one of them. */
const requestHeaders = (request: Http2ServerRequest, host: string | undefined): OutgoingHttpHeaders => {
  const { headers, stream } = request;
  const named = Object.entries(headers).filter(([name]) => !name.startsWith(":") && name !== "host");
  const isFramed = headers["content-length"] !== undefined;
  const framing = stream.endAfterHeaders ? { "content-length": "0" } : { "transfer-encoding": "chunked" };
  const hasBody = !stream.endAfterHeaders || /^P(?:OST|UT|ATCH)$/.test(request.method);
  return { ...(host !== undefined && { host }), ...Object.fromEntries(named), ...(!isFramed && hasBody && framing) };
};

const responseHeaders = (headers: IncomingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !connectionHeaders.has(name)));
