/** Sends a body with upload progress, which fetch does not report. */
import { uploadStallMs } from "../../../../resources/bucket/storage-limits.ts";
import { CanceledError, NetworkError } from "../errors.ts";

interface Sending {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string | Blob;
  readonly signal: AbortSignal | undefined;
  readonly onSent: (bytes: number) => void;
}

/** Throws CanceledError when aborted, NetworkError without a response or after a minute without progress. */
export const sendBody = ({ method, url, headers, body, signal, onSent }: Sending): Promise<Response> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new CanceledError());
    const request = new XMLHttpRequest();
    let stall: ReturnType<typeof setTimeout> | undefined;
    const watch = (): void => {
      clearTimeout(stall);
      stall = setTimeout(() => {
        reject(new NetworkError("The transfer stalled."));
        request.abort();
      }, uploadStallMs);
    };
    const abort = (): void => request.abort();
    request.open(method, url);
    headers.forEach((value, name) => name !== "host" && request.setRequestHeader(name, value));
    request.upload.onprogress = ({ loaded }) => {
      watch();
      onSent(loaded);
    };
    request.onload = () => resolve(responseOf(request));
    request.onerror = () => reject(new NetworkError("The connection was lost."));
    request.onabort = () => reject(new CanceledError());
    request.onloadend = () => {
      clearTimeout(stall);
      signal?.removeEventListener("abort", abort);
    };
    signal?.addEventListener("abort", abort);
    watch();
    request.send(body);
  });

const responseOf = (request: XMLHttpRequest): Response => {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/);
  const headers = lines.flatMap((line): [string, string][] => {
    const at = line.indexOf(":");
    return at > 0 ? [[line.slice(0, at), line.slice(at + 1).trim()]] : [];
  });
  return new Response(bodyless.has(request.status) ? null : request.responseText, { status: request.status, headers });
};

const bodyless: ReadonlySet<number> = new Set([204, 205, 304]);
