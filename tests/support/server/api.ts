export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The envelope, or any other JSON; undefined if the body is not JSON. */
  readonly body: { code: unknown; message: string; data: never };
  readonly text: string;
}

interface CallOptions {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Sends a request to a server: call("POST /api/auth/refresh", { body }). */
export type Call = (line: string, options?: CallOptions) => Promise<Answer>;

/** Creates a client of the server at an address. */
export const callerOf =
  (url: string): Call =>
  async (line, { token, body, headers = {} } = {}) => {
    const [method, path] = line.split(" ") as [string, string];
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(token !== undefined && { authorization: token }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) as Answer["body"] };
  };

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
