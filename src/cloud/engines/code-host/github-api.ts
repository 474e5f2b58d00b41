/**
 * Sends one request to GitHub's REST API, version 2022-11-28, parses the response and turns rejections into messages.
 */
import * as z from "zod/mini";
import type { Fetch } from "../network/fetch.ts";
import { CodeHostError } from "./code-host.ts";

export interface ApiRequest {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly token: string;
  readonly body?: object;
}

export interface ApiAnswer<T> {
  readonly data: T;
  /** Number of the last page, from the Link header; 1 for a single page. */
  readonly lastPage: number;
}

export type Api = <S extends z.ZodMiniType>(schema: S, request: ApiRequest) => Promise<ApiAnswer<z.output<S>>>;

const refusal = z.object({ message: z.string() });

/** Throws `CodeHostError` if the response doesn't match the schema. */
export const createApi =
  (fetch: Fetch, origin: string): Api =>
  async (schema, { method = "GET", path, token, body }) => {
    const response = await fetch(origin.replace(/\/$/, "") + path, {
      method,
      headers: {
        accept: "application/vnd.github+json",
        authorization: `Bearer ${token}`,
        "user-agent": "Freehold",
        "x-github-api-version": "2022-11-28",
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new CodeHostError("unreachable", "GitHub did not respond. Try again.", { cause: error });
    });
    const text = await response.text();
    if (!response.ok) throw refused(response.status, text);
    const parsed = schema.safeParse(text === "" ? undefined : JSON.parse(text));
    if (!parsed.success) throw new CodeHostError("unreachable", "GitHub sent an unexpected response.");
    return { data: parsed.data, lastPage: lastPageOf(response.headers.get("link") ?? "") };
  };

const refused = (status: number, text: string): CodeHostError => {
  if (status === 401)
    return new CodeHostError("login", "GitHub no longer accepts the linked account. Unlink it and connect it again.");
  if (status === 404) return new CodeHostError("missing", "Not found on GitHub, or the account has no access.");
  const said = refusal.safeParse(parsedOrNothing(text)).data?.message.slice(0, 300);
  return new CodeHostError("refused", `GitHub refused (${status})${said ? `: ${said}` : "."}`);
};

const parsedOrNothing = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** `<https://…?page=5>; rel="last"` */
const lastPageOf = (link: string): number => {
  const address = /<([^>]*)>;\s*rel="last"/.exec(link)?.[1];
  return address && URL.canParse(address) ? Number(new URL(address).searchParams.get("page") ?? 1) : 1;
};
