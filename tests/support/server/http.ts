import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends one request to a local port with any host name and an unnormalized path. */
export const ask = (
  port: number,
  host: string,
  path: string,
  {
    method = "GET",
    headers = {},
    body,
  }: { readonly method?: string; readonly headers?: OutgoingHttpHeaders; readonly body?: string } = {},
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const asked = request({ port, host: "127.0.0.1", path, method, headers: { host, ...headers }, agent: false });
    asked.on("error", reject);
    asked.on("response", (response) => {
      buffer(response).then(
        (body) => resolve({ status: response.statusCode!, headers: response.headers, body }),
        reject,
      );
    });
    asked.end(body);
  });
