/** The ID and the span of each request. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Tracer } from "../../kernel/observe/spans.ts";
import { currentWork, requestIdHeader, requestIdOf, type Work } from "../../kernel/observe/work.ts";

const ids = new WeakMap<IncomingMessage, string>();

/** Begins the work of a request: its ID, which the response repeats, and its span until the response ends. */
export const workOfRequest = (request: IncomingMessage, response: ServerResponse, tracer: Tracer | undefined): Work => {
  const requestId = requestIdOf(request.headers[requestIdHeader]);
  ids.set(request, requestId);
  response.setHeader(requestIdHeader, requestId);
  if (!tracer) return { requestId };
  const { method = "" } = request;
  const { traceparent } = request.headers;
  const span = tracer.start(method, "server", typeof traceparent === "string" ? traceparent : undefined, {
    "http.request.method": method,
    "freehold.request_id": requestId,
  });
  response.once("close", () => {
    const { statusCode, writableFinished } = response;
    span.set({ "http.response.status_code": statusCode });
    span.end(statusCode >= 500 ? { code: statusCode } : writableFinished ? undefined : { code: "client_closed" });
  });
  return { requestId, span };
};

/** Names the current request by its route, in its log lines and its span. */
export const nameWork = ({ method }: Pick<IncomingMessage, "method">, route: string): void => {
  const work = currentWork();
  if (!work) return;
  work.route = `${method} ${route}`;
  work.span?.rename(work.route);
  work.span?.set({ "http.route": route });
};

/** Returns the ID of a request; undefined for one that did not come through the server. */
export const idOfRequest = (request: IncomingMessage): string | undefined => ids.get(request);
