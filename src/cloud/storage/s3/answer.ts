import { STATUS_CODES, type OutgoingHttpHeaders, type ServerResponse } from "node:http";
import { schemeOf } from "../../engines/network/client.ts";
import type { S3Error } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import { xmlDocument, xmlError, type XmlElements, type XmlValue } from "./xml.ts";

type Answering = Pick<Exchange, "request" | "response" | "headers" | "moved" | "target" | "requestId">;

/** Returns the URL of an object of the request's bucket, or of the requested address itself. */
export const addressOf = ({ request, target }: Pick<Exchange, "request" | "target">, key?: string): string => {
  const origin = `${schemeOf(request)}://${request.headers.host ?? ""}`;
  if (key === undefined) return origin + target.rawPath;
  return `${origin}${target.rawPath.replace(/\/+$/, "")}/${encodeURIComponent(key)}`;
};

export const sendXml = (
  exchange: Answering,
  name: string,
  content: XmlValue,
  { status = 200, headers = {} }: { status?: number; headers?: OutgoingHttpHeaders } = {},
): void => sendText(exchange, status, xmlDocument(name, content), headers);

export const sendEmpty = (exchange: Answering, status: number, headers: OutgoingHttpHeaders = {}): void => {
  const length = status === 204 || status === 304 ? {} : { "content-length": 0 };
  writeHead(exchange.response, status, { ...exchange.headers, ...headers, ...length }).end();
};

/** Sends an error. Responses to HEAD and with status 304 have no body. */
export const sendError = (exchange: Answering, error: S3Error): void => {
  const { request } = exchange;
  if (request.method === "HEAD" || error.status === 304) return sendEmpty(exchange, error.status, error.headers);
  sendText(exchange, error.status, xmlError(errorElements(exchange, error)), error.headers);
};

export const errorElements = (
  { target, requestId }: Pick<Exchange, "target" | "requestId">,
  { code, message, elements }: S3Error,
): XmlElements => ({
  Code: code,
  Message: message,
  ...elements,
  ...(target.bucketName !== "" && { BucketName: target.bucketName }),
  ...(target.key !== "" && { Key: target.key }),
  Resource: `/${target.bucketName}${target.key === "" ? "" : `/${target.key}`}`,
  RequestId: requestId,
});

/** Writes the status and headers, without undefined ones. */
export const writeHead = (response: ServerResponse, status: number, headers: OutgoingHttpHeaders): ServerResponse => {
  const flat: string[] = [];
  for (const name in headers) if (headers[name] !== undefined) flat.push(name, String(headers[name]));
  return response.writeHead(status, STATUS_CODES[status], flat);
};

const sendText = (exchange: Answering, status: number, text: string, headers: OutgoingHttpHeaders): void => {
  const bytes = Buffer.from(text);
  exchange.moved.sent += bytes.length;
  writeHead(exchange.response, status, {
    ...exchange.headers,
    ...headers,
    "content-type": "application/xml",
    "content-length": bytes.length,
  }).end(bytes);
};
