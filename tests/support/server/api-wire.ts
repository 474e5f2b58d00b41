/** Tests the dashboard's API client with recorded requests and fake answers; needs `@vitest-environment jsdom`. */
import { AxiosError } from "axios";
import { afterEach, beforeEach, vi } from "vitest";

export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly data?: unknown;
}
type Answer = { status: number; data: unknown } | Error;

interface Wire {
  readonly sent: Sent[];
  /** The first function that returns an answer wins; without one, the request gets no response. */
  answers: ((request: Sent) => Answer | undefined)[];
}

/** Call once per test file. */
export const apiWire = () => {
  const wire: Wire = { sent: [], answers: [] };

  const request = async (sending: Sent) => {
    wire.sent.push(sending);
    for (const answer of wire.answers) {
      const found = answer(sending);
      if (found instanceof Error) throw found;
      if (found) return found;
    }
    return ok(null);
  };
  vi.doMock("axios", async (original) => {
    const real = await original<typeof import("axios")>();
    return { ...real, default: { ...real.default, request } };
  });

  beforeEach(() => {
    localStorage.clear();
    wire.sent.length = 0;
    wire.answers = [];
    vi.stubGlobal("fetch", async () => new Response("{}"));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** Creates a client, as on a new page. */
  const openPage = async () => {
    vi.resetModules();
    const [client, { handlers }, { session }] = await Promise.all([
      import("../../../src/dashboard/api/client.ts"),
      import("../../../src/dashboard/api/handlers.ts"),
      import("../../../src/dashboard/api/session/session.ts"),
      // Loaded by the first request, which would not wait for it with a stopped clock.
      import("../../../src/dashboard/api/transport.ts"),
    ]);
    return { ...client, handlers, session };
  };

  return { wire, sent: wire.sent, openPage };
};

export const ok = (data: unknown) => ({ status: 200, data: { code: 200, message: "OK", data } });
export const refused = (status: number, code: string | number, message?: string, data?: unknown) => ({
  status,
  data: { code, message, data },
});
export const noNetwork = new AxiosError("Network Error", "ERR_NETWORK");

/** The tokens that a sign-in or refresh returns. */
export const authFor = (accessToken: string, leftMs: number) => ({
  accessToken,
  refreshToken: `refresh-of-${accessToken}`,
  accessTokenExpireAt: Date.now() + leftMs,
});
