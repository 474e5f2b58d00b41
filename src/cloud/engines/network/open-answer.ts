import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { connect as connectTls } from "node:tls";
import { traceHeaders } from "../../kernel/observe/work.ts";
import type { Dial } from "./dial.ts";

export interface AnswerInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** Sends a request over a connection from `dial` and returns the streaming response. Follows no redirects. */
export const openAnswer = async (
  dial: Dial,
  url: string,
  { method = "GET", headers = {}, body, signal }: AnswerInit = {},
) => {
  const address = new URL(url);
  const isSecure = address.protocol === "https:";
  const socket = await dial(address.hostname, Number(address.port || (isSecure ? 443 : 80)));
  /** Closes the connection. Always call it. */
  const close = (): void => void socket.destroy();
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = (isSecure ? httpsRequest : httpRequest)({
        createConnection: () => (isSecure ? connectTls({ socket, servername: address.hostname }) : socket),
        method,
        path: address.pathname + address.search,
        headers: {
          ...traceHeaders(),
          ...headers,
          host: address.host,
          connection: "close",
          ...(body !== undefined && { "content-length": `${Buffer.byteLength(body)}` }),
        },
        ...(signal && { signal }),
      });
      sent.once("response", resolve).once("error", reject).end(body);
    });
    return {
      /** The response, with its header read and its body pending. */
      answer,
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
};
