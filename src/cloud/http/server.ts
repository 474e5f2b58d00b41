import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { ArweaveFront } from "./arweave-front.ts";

type RawHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface ContentGateway {
  serves(host: string): boolean;
  handle: RawHandler;
}

/** The S3 endpoint: it has a path on every host that shows no user content, and a host of its own. */
export interface S3Front {
  servesHost(host: string): boolean;
  servesPath(url: string): boolean;
  handle: RawHandler;
}

/** What answers below a path of its own, beside the application. */
export interface PathFront {
  servesPath(url: string): boolean;
  handle: RawHandler;
}

/** Answers a certificate authority that asks whether a host name leads here (RFC 8555, HTTP-01). */
export interface ChallengeAnswers {
  /** undefined for a token that is none of ours: the path may be one of a site. */
  challengeAnswer(token: string): Promise<string | undefined>;
}

interface FrontParts {
  readonly gateway?: ContentGateway;
  readonly gitHttp?: RawHandler;
  readonly s3?: S3Front;
  /** Archives of files of buckets. */
  readonly downloads?: PathFront;
  /** The embedded weave. */
  readonly arweave?: ArweaveFront;
  readonly challenges?: ChallengeAnswers;
  onFault(error: unknown): void;
}

const challengePath = "/.well-known/acme-challenge/";

/** Headers must be complete by then; a body may take as long as a slow line needs for a large push. */
const headersTimeoutMs = 60_000;
/** Longer than a proxy in front keeps its own side open: it must never send into a connection that we just closed. */
const keepAliveMs = 65_000;
const faultHeaders = {
  "content-type": "text/plain; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

/**
 * The one HTTP server. Hosts of user content, /ipfs/ and /ipns/ go to the gateway, /s3 to the buckets and /git/ to the Git host,
 * before and without the application: no path of a site can reach the API's origin.
 */
export const createFrontServer = (
  application: RequestListener,
  { gateway, gitHttp, s3, downloads, arweave, challenges, onFault }: FrontParts,
): Server => {
  const server = createServer((request, response) => {
    if (challenges && request.url?.startsWith(challengePath)) {
      return guard(response, answerChallenge(challenges, request, response));
    }
    pass(request, response);
  });
  server.requestTimeout = 0;
  server.headersTimeout = headersTimeoutMs;
  server.keepAliveTimeout = keepAliveMs;
  return server;

  function pass(request: IncomingMessage, response: ServerResponse): void {
    const handler = rawHandlerOf(request);
    if (handler) guard(response, handler(request, response));
    else application(request, response);
  }

  function guard(response: ServerResponse, answering: Promise<void>): void {
    answering.catch((error: unknown) => {
      onFault(error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500, faultHeaders).end("Something went wrong on our side.");
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

  function rawHandlerOf(request: IncomingMessage): RawHandler | undefined {
    const { headers, url = "/" } = request;
    if (s3?.servesHost(headers.host ?? "")) return s3.handle;
    if (arweave?.takes(request)) return arweave.handle;
    if (gateway && (gateway.serves(headers.host ?? "") || /^\/ip[fn]s\//.test(url))) return gateway.handle;
    if (s3?.servesPath(url)) return s3.handle;
    if (downloads?.servesPath(url)) return downloads.handle;
    return url.startsWith("/git/") ? gitHttp : undefined;
  }
};
