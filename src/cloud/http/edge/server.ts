import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { ErrorCode } from "../../../../resources/declare/errors.ts";
import { AppError } from "../../kernel/app-error.ts";
import { recordClient, trustedProxies, type TrustedProxies } from "../../engines/network/client.ts";
import { repeat } from "../../kernel/repeat.ts";
import type { Front } from "../../kernel/module.ts";
import { limitConnections, refuseUpgrade, tooMany, type ConnectionLimits } from "./limits/connection-limits.ts";
import { asAppError, rawRefusal, sendRefusal } from "../../kernel/calls/envelope.ts";
import { contentHeaders, secureOnly, sendCodeAsText, setHeaders } from "../security/security-headers.ts";
import { watchSlowBodies, type SlowBodiesOptions } from "./limits/slow-bodies.ts";
import { idOfRequest, nameWork, workOfRequest } from "../observe/request-work.ts";
import type { Tracer } from "../../kernel/observe/spans.ts";
import { duringWork } from "../../kernel/observe/work.ts";
import { createUnderWay, type UnderWay } from "./under-way.ts";

/** Answers the challenges of a certificate authority (RFC 8555, HTTP-01). */
export interface ChallengeAnswers {
  /** Returns undefined for an unknown token: the path may belong to a site. */
  challengeAnswer(token: string): Promise<string | undefined>;
}

export interface FrontDeps {
  /** Those that decide first come first. Default: none. */
  readonly fronts?: readonly Front[];
  readonly challenges?: ChallengeAnswers;
  /** Default: none. */
  readonly proxies?: TrustedProxies;
  readonly limits?: ConnectionLimits;
  readonly underWay?: UnderWay;
  readonly slowBodies?: SlowBodiesOptions;
  /** A client that receives nothing of its response for this long is disconnected. */
  readonly stalledMs?: number;
  /** Absent while traces are off. */
  readonly tracer?: Tracer | undefined;
  /** Called when the response to a request that the application does not handle has ended. */
  readonly onAnswered?: (answered: Answered) => void;
  onFault(error: unknown): void;
}

export interface Answered {
  readonly method: string;
  /** Name of the handler. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

const challengePath = "/.well-known/acme-challenge/";

/** Headers must be complete by then; a large push over a slow connection may take longer. */
const headersTimeoutMs = 60_000;
/** Longer than a proxy keeps its side open: it must never send into a connection that was just closed. */
const keepAliveMs = 65_000;
const stalledMsDefault = 120_000;
const faultHeaders = {
  "content-type": "text/plain; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};
const unreadable: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: "HEADERS_TOO_LARGE",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "PAYLOAD_TOO_LARGE",
  ERR_HTTP_REQUEST_TIMEOUT: "REQUEST_TIMEOUT",
};

const socketPaths = new WeakMap<Server, ((url: string) => boolean)[]>();

/** Registers the upgrade requests that a WebSocket server handles. All others get 404. */
export const claimUpgrades = (server: Server, takes: (url: string) => boolean): void => {
  socketPaths.set(server, [...(socketPaths.get(server) ?? []), takes]);
};

/**
 * Creates the HTTP server. Hosts and paths of fronts go to them without the application: no path of a site can reach the API's origin.
 */
export const createHandlerServer = (
  application: RequestListener,
  {
    fronts = [],
    challenges,
    proxies = trustedProxies([]),
    limits = limitConnections(proxies),
    underWay = createUnderWay(),
    slowBodies,
    stalledMs = stalledMsDefault,
    tracer,
    onAnswered,
    onFault,
  }: FrontDeps,
): Server => {
  const bodies = watchSlowBodies(slowBodies);
  const server = createServer({ shouldUpgradeCallback: isWebsocket }, (request, response) =>
    duringWork(workOfRequest(request, response, tracer), () => take(request, response)),
  );
  server.requestTimeout = 0;
  server.headersTimeout = headersTimeoutMs;
  server.keepAliveTimeout = keepAliveMs;
  server.on("upgrade", (request, socket) => {
    socket.on("error", () => socket.destroy());
    if (hasSeveralHosts(request)) return refuseUpgrade(socket, severalHosts);
    toOriginForm(request);
    const client = recordClient(request, proxies);
    const { url = "/" } = request;
    if (underWay.isDraining || !socketPaths.get(server)?.some((takes) => takes(url)))
      refuseUpgrade(socket, new AppError("NOT_FOUND"));
    else if (!limits.admitsSocket(client, socket)) refuseUpgrade(socket, tooMany);
    // Other listeners ignore upgrades that have been answered.
  });
  server.on("checkContinue", (request, response) => {
    toOriginForm(request);
    if (!frontOf(request)?.front.asksForBody) response.writeContinue();
    server.emit("request", request, response);
  });
  server.on("checkExpectation", (_request, response) => sendRefusal(response, new AppError("EXPECTATION_FAILED")));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // Like Node, but with these headers. A response that has started is only cut off.
    const { _httpMessage: started } = socket as { _httpMessage?: ServerResponse };
    if (started?.headersSent) return void socket.destroy();
    if (socket.writable) socket.end(rawRefusal(new AppError(unreadable[error.code ?? ""] ?? "BODY_INVALID")));
    (socket as Socket).destroySoon();
  });
  const stopEnding = endStalledAnswers(underWay, stalledMs);
  server.on("close", () => {
    bodies.close();
    stopEnding();
  });
  limits.watch(server);
  return server;

  function take(request: IncomingMessage, response: ServerResponse): void {
    if (hasSeveralHosts(request)) return sendRefusal(response, severalHosts);
    toOriginForm(request);
    const client = recordClient(request, proxies);
    if (client.isSecure) secureOnly(response);
    bodies.watch(request, response);
    if (!limits.admits(client, response)) return sendRefusal(response, tooMany);
    if (challenges && request.url?.startsWith(challengePath)) {
      underWay.begin(request, response, "challenge");
      return guard(request, response, answerChallenge(challenges, request, response));
    }
    pass(request, response);
  }

  function pass(request: IncomingMessage, response: ServerResponse): void {
    const taken = frontOf(request);
    underWay.begin(request, response, taken?.front.name ?? "none");
    if (!taken) return application(request, response);
    const { front, byPath } = taken;
    nameWork(request, front.name);
    if (onAnswered) observe(request, response, front.name);
    if (front.headers !== "all") setHeaders(response, contentHeaders);
    if (byPath && front.hasScripts) sendCodeAsText(request, response);
    guard(request, response, front.handle(request, response));
  }

  function observe(request: IncomingMessage, response: ServerResponse, route: string): void {
    const startedAt = performance.now();
    response.once("close", () => {
      const seconds = (performance.now() - startedAt) / 1000;
      onAnswered?.({ method: request.method ?? "", route, status: response.statusCode, seconds });
    });
  }

  function guard(request: IncomingMessage, response: ServerResponse, answering: Promise<void>): void {
    answering.catch((error: unknown) => {
      const refused = asAppError(error);
      if (!refused && !isGone(error, request)) onFault(error);
      // A handler that has answered in full only reports the fault: its client may already use the connection again.
      if (response.writableEnded) return;
      if (response.headersSent) return void response.destroy();
      const { status, message, retryAfterSeconds: seconds } = refused ?? new AppError("INTERNAL");
      const text = refused ? message : `${message}\nReference: ${idOfRequest(request)}`;
      response.writeHead(status, { ...faultHeaders, ...(seconds && { "retry-after": String(seconds) }) }).end(text);
    });
  }

  async function answerChallenge(
    { challengeAnswer }: ChallengeAnswers,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const answer = await challengeAnswer(request.url!.slice(challengePath.length));
    if (answer === undefined) pass(request, response);
    else response.writeHead(200, { "content-type": "application/octet-stream" }).end(answer);
  }

  function frontOf({ headers, url = "/" }: IncomingMessage): { front: Front; byPath: boolean } | undefined {
    const host = headers.host ?? "";
    const ofHost = fronts.find((front) => front.servesHost?.(host));
    const front = ofHost ?? fronts.find((one) => one.servesPath?.(url));
    return front && { front, byPath: !ofHost };
  }
};

/** Other upgrades, such as a client's offer of HTTP/2, are ignored: the request is answered as it is (RFC 9110 §7.8). */
const isWebsocket = ({ headers }: IncomingMessage): boolean => /^websocket$/i.test(headers.upgrade ?? "");

/**
 * Ends connections whose clients receive nothing of a response for `stalledMs`; clients that wait for a response may
 * wait. Most responses are sent immediately, so only a waiting one gets a timer.
 */
const endStalledAnswers = (underWay: Pick<UnderWay, "answers">, stalledMs: number): (() => void) =>
  repeat(stalledMs / 4, () => {
    for (const response of underWay.answers()) {
      if (!response.socket?.writableLength || response.listenerCount("timeout") > 0) continue;
      const { socket } = response;
      response.setTimeout(stalledMs, () => void (socket.writableLength > 0 && socket.destroy()));
    }
  });

/** A proxy before this server may have read another one: RFC 9112 §3.2 requires a refusal. */
const hasSeveralHosts = ({ rawHeaders }: IncomingMessage): boolean => {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === "host") hosts += 1;
  return hosts > 1;
};

const severalHosts = new AppError("BODY_INVALID", { message: "A request can have only one Host header." });

/** Converts a proxy's form of a request, http://host/path, to one for that host (RFC 9112 §3.2.2). */
const toOriginForm = (request: IncomingMessage): void => {
  const [, host, path] = /^https?:\/\/([^/?#@]+)([/?].*)?$/i.exec(request.url ?? "") ?? [];
  if (host === undefined) return;
  request.headers.host = host;
  request.url = path?.startsWith("/") ? path : `/${path ?? ""}`;
};

/** Returns whether the client disconnected, which is not an internal error. Node takes the socket from a request that was destroyed. */
const isGone = (error: unknown, { socket }: IncomingMessage): boolean =>
  (socket as Socket | null)?.destroyed !== false &&
  disconnectCodes.has(String((error as NodeJS.ErrnoException | undefined)?.code));

const disconnectCodes = new Set([
  "ABORT_ERR",
  "ECONNABORTED",
  "ECONNRESET",
  "EPIPE",
  "ERR_HTTP_REQUEST_ABORTED",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_PREMATURE_CLOSE",
  "ERR_STREAM_WRITE_AFTER_END",
]);
