// @vitest-environment jsdom
import { AxiosError } from "axios";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { currentUser, refresh } from "../../../resources/account/session.ts";
import type { Team } from "../../../resources/account/teams.ts";
import { projectSearch } from "../../../resources/hosting/project-calls.ts";
import { projects } from "../../../resources/hosting/projects.ts";
import { errorPauseMs, networkRetryDelayMs, tokenRefreshWindowMs } from "../../../resources/limits.ts";
import { messages } from "../../../resources/messages.ts";
import { isHandledElsewhere } from "../framework/data/handled-errors.ts";

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly data?: unknown;
}
type Answer = { status: number; data: unknown } | Error;

const sent: Sent[] = [];
let answers: ((request: Sent) => Answer | undefined)[] = [];

const wire = vi.fn(async (request: Sent) => {
  sent.push(request);
  for (const answer of answers) {
    const found = answer(request);
    if (found instanceof Error) throw found;
    if (found) return found;
  }
  return ok(null);
});
vi.mock("axios", async (original) => {
  const real = await original<typeof import("axios")>();
  return { ...real, default: { ...real.default, request: (request: Sent) => wire(request) } };
});

const ok = (data: unknown) => ({ status: 200, data: { code: 200, message: "OK", data } });
const refused = (status: number, code: string | number, message?: string, data?: unknown) => ({
  status,
  data: { code, message, data },
});
const noNetwork = new AxiosError("Network Error", "ERR_NETWORK");
const team = (token: string, type: Team["type"] = "INDIVIDUAL"): Team => ({
  teamId: `id-${token}`,
  teamName: "Team",
  teamAvatar: "",
  type,
  status: "NORMAL",
  token,
  access: [],
  levels: {},
});
const auth = (accessToken: string, leftMs: number) => ({
  accessToken,
  refreshToken: `refresh-of-${accessToken}`,
  accessTokenExpireAt: Date.now() + leftMs,
});
const search = { query: { keyword: "blog" } };

/** The client anew, as a fresh page would have it. */
const openPage = async () => {
  vi.resetModules();
  const [client, { handlers }, { session }] = await Promise.all([
    import("./client.ts"),
    import("./handlers.ts"),
    import("./session/session.ts"),
  ]);
  return { ...client, handlers, session };
};

beforeEach(() => {
  localStorage.clear();
  sent.length = 0;
  answers = [];
  vi.stubGlobal("fetch", async () => new Response("{}"));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  delete window.__freehold;
});

describe("the envelope", () => {
  test("a response with code other than 200 or SUCCESS raises an error using its message, or '{code} error'", async () => {
    const { send } = await openPage();
    answers = [() => refused(200, 10_014, "Connect a repository first.")];
    await expect(send(projectSearch, search)).rejects.toThrow("Connect a repository first.");
    answers = [() => refused(200, 10_002)];
    await expect(send(projectSearch, search)).rejects.toThrow("10002 error");
    answers = [() => ({ status: 200, data: { code: "SUCCESS", data: { items: [] } } })];
    await expect(send(projectSearch, search)).resolves.toEqual({ items: [] });
  });

  test("a 422 carries its messages to the fields", async () => {
    const { request } = await openPage();
    answers = [() => refused(422, "INVALID_INPUT", "Please check the marked fields.", { name: ["Name is required."] })];
    await expect(request(projects.calls.create, { body: {} })).rejects.toMatchObject({
      statusCode: 422,
      errors: { name: ["Name is required."] },
    });
  });
});

describe("who is calling", () => {
  test("a bearer prefix is added for auth URLs; a team's token replaces the personal token for the others", async () => {
    const { send, session } = await openPage();
    session.setAuth(auth("personal", 2 * tokenRefreshWindowMs));
    session.setTeams([team("own"), team("joined", "COLLABORATION")]);
    session.chooseTeam("id-joined");
    answers = [({ url }) => (url.includes("/search/") ? ok({ items: [] }) : undefined)];
    await send(projectSearch, search);
    await send(currentUser).catch(() => undefined);
    expect(sent.map(({ headers }) => headers.Authorization)).toEqual(["joined", "Bearer personal"]);
  });

  test("the stored team is kept if still in the list, else the first team is chosen", async () => {
    const { session } = await openPage();
    session.setTeams([team("a"), team("b", "COLLABORATION")]);
    session.chooseTeam("id-b");
    expect(session.get().team?.token).toBe("b");
    session.setTeams([team("a")]);
    expect(session.get().team?.token).toBe("a");
    expect(localStorage.getItem("teamId")).toBe("id-a");
  });

  test("a page goes on in its own team when another tab picks another one", async () => {
    const { session } = await openPage();
    session.setTeams([team("a"), team("b", "COLLABORATION")]);
    localStorage.setItem("teamId", "id-b");
    window.dispatchEvent(new StorageEvent("storage", { key: "teamId", storageArea: localStorage }));
    expect(session.get().team?.token).toBe("a");
    session.setTeams([team("a"), team("b", "COLLABORATION")]);
    expect(localStorage.getItem("teamId")).toBe("id-b");
  });
});

describe("retries", () => {
  test("network error: retried up to 3 times with a delay of 3000 ms times the attempt number, under one idempotency key", async () => {
    vi.useFakeTimers();
    const { request, handlers } = await openPage();
    const failed = vi.fn(async () => false);
    handlers.networkFailed = failed;
    answers = [() => noNetwork];
    const call = request(projects.calls.create, { body: {} });
    const outcome = expect(call).rejects.toMatchObject({ name: "NetworkError" });
    await vi.advanceTimersByTimeAsync(0);
    const counts: number[] = [sent.length];
    for (const attempt of [1, 2, 3]) {
      await vi.advanceTimersByTimeAsync(networkRetryDelayMs * attempt - 1);
      counts.push(sent.length);
      await vi.advanceTimersByTimeAsync(1);
    }
    await vi.advanceTimersByTimeAsync(errorPauseMs);
    await outcome;
    expect(counts).toEqual([1, 1, 2, 3]);
    expect(sent).toHaveLength(4);
    expect(new Set(sent.map(({ headers }) => headers["Idempotency-Key"])).size).toBe(1);
    expect(failed).toHaveBeenCalledOnce();
  });

  test("every mutating call carries its own idempotency key; a reading one carries none", async () => {
    const { request, send } = await openPage();
    answers = [({ method }) => (method === "GET" ? ok({ items: [] }) : ok(null))];
    await request(projects.calls.create, { body: {} });
    await request(projects.calls.create, { body: {} });
    await send(projectSearch, search);
    const keys = sent.map(({ headers }) => headers["Idempotency-Key"]);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).not.toBe(keys[0]);
    expect(keys[2]).toBeUndefined();
  });
});

describe("token refresh", () => {
  const refreshed = auth("fresh", 2 * tokenRefreshWindowMs);
  const answerRefresh = ({ url }: Sent) => (url.endsWith("/refresh") ? ok(refreshed) : undefined);

  test("before a request, if the token expires within 1 hour; refreshes are serialised", async () => {
    const { send, session } = await openPage();
    session.setAuth(auth("old", tokenRefreshWindowMs - 1000));
    session.setTeams([team("old")]);
    answers = [answerRefresh, () => ok({ items: [] })];
    await Promise.all([send(projectSearch, search), send(projectSearch, search), send(projectSearch, search)]);
    const refreshes = sent.filter(({ url }) => url.endsWith("/refresh"));
    expect(refreshes).toHaveLength(1);
    expect(refreshes[0]!.data).toEqual({ refreshToken: "refresh-of-old" });
    expect(localStorage.getItem("token")).toBe("fresh");
  });

  test("only the owner's token is swapped after a refresh", async () => {
    const { send, session } = await openPage();
    session.setAuth(auth("old", 1000));
    session.setTeams([team("old"), team("joined", "COLLABORATION")]);
    answers = [answerRefresh, () => ok({ items: [] })];
    await send(projectSearch, search);
    expect(session.get().teams.map(({ token }) => token)).toEqual(["fresh", "joined"]);
    expect(sent.at(-1)?.headers.Authorization).toBe("fresh");
  });

  test("a token with more than an hour left is not refreshed", async () => {
    const { send, session } = await openPage();
    session.setAuth(auth("good", tokenRefreshWindowMs + 60_000));
    answers = [() => ok({ items: [] })];
    await send(projectSearch, search);
    expect(sent.map(({ url }) => url.includes("refresh"))).toEqual([false]);
    expect(refresh.call).toBe("POST $auth/refresh");
  });
});

describe("a joined team's token", () => {
  const joined = (leftMs: number, name: string) => ({
    ...team(`e30.${btoa(JSON.stringify({ exp: Math.floor((Date.now() + leftMs) / 1000) }))}.${name}`, "COLLABORATION"),
    teamId: "joined",
  });
  const openIn = async (leftMs: number) => {
    const page = await openPage();
    page.session.setAuth(auth("personal", 2 * tokenRefreshWindowMs));
    page.session.setTeams([team("own"), joined(leftMs, "old")]);
    page.session.chooseTeam("joined");
    return page;
  };
  const answerTeams =
    (...items: Team[]) =>
    ({ url }: Sent) =>
      url.includes("/cooperation/teams") ? ok({ items }) : undefined;

  test("the team list with fresh team tokens is reloaded before a team token has 1 h left, once for all calls", async () => {
    const { send } = await openIn(tokenRefreshWindowMs - 1000);
    const fresh = joined(2 * tokenRefreshWindowMs, "fresh");
    answers = [answerTeams(team("own"), fresh), () => ok({ items: [] })];
    await Promise.all([send(projectSearch, search), send(projectSearch, search)]);
    const [first, ...others] = sent;
    expect(first!.headers.Authorization).toBe("Bearer personal");
    expect(others.map(({ headers }) => headers.Authorization)).toEqual([fresh.token, fresh.token]);
  });

  test("with more than an hour left it goes on", async () => {
    const { send } = await openIn(tokenRefreshWindowMs + 60_000);
    answers = [() => ok({ items: [] })];
    await send(projectSearch, search);
    expect(sent).toHaveLength(1);
  });

  test("when the team is lost by then, the call is not made in the name of another one", async () => {
    const { send } = await openIn(1000);
    answers = [answerTeams(team("own")), () => ok({ items: [] })];
    await expect(send(projectSearch, search)).rejects.toMatchObject({ name: "CanceledError" });
    expect(sent.map(({ url }) => url)).toEqual(["/api/auth/cooperation/teams?teamId=joined"]);
  });
});

describe("errors of the session", () => {
  test("10 ms pause before error handling", async () => {
    const { request, handlers } = await openPage();
    handlers.forbidden = vi.fn();
    answers = [() => refused(403, "FORBIDDEN", "No.")];
    vi.useFakeTimers();
    const outcome = expect(request(projects.calls.list)).rejects.toThrow("No.");
    await vi.advanceTimersByTimeAsync(errorPauseMs - 1);
    expect(sent).toHaveLength(1);
    expect(handlers.forbidden).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(handlers.forbidden).toHaveBeenCalledOnce();
    await outcome;
  });

  test("'Request aborted' is silent: it is no network error, and nobody is told", async () => {
    const { request, handlers } = await openPage();
    handlers.networkFailed = vi.fn(async () => false);
    answers = [() => new AxiosError(messages.requestAborted, "ECONNABORTED")];
    const error: unknown = await request(projects.calls.list).catch((thrown: unknown) => thrown);
    expect(isHandledElsewhere(error)).toBe(true);
    expect(sent).toHaveLength(1);
    expect(handlers.networkFailed).not.toHaveBeenCalled();
  });

  test.each([
    [401, "UNAUTHORIZED", "unauthorized"],
    [403, "FORBIDDEN", "forbidden"],
    [402, "ALLOWANCE_USED_UP", "insufficient"],
    [409, "IDEMPOTENCY_KEY_REUSED", "conflict"],
    [409, "FROM_A_NEWER_CLOUD", "conflict"],
    [403, 100_077, "notActivated"],
  ] as const)("a %i %s is told to the %s handler, and to nobody else", async (status, code, name) => {
    const { request, handlers } = await openPage();
    const heard = vi.fn();
    for (const each of ["unauthorized", "forbidden", "conflict", "insufficient", "notActivated"] as const) {
      handlers[each] = () => heard(each);
    }
    answers = [() => refused(status, code, "No.")];
    await expect(request(projects.calls.list)).rejects.toThrow("No.");
    expect(heard.mock.calls).toEqual([[name]]);
  });

  test.each(["NAME_TAKEN", "LIMIT_REACHED", "OBJECT_ALREADY_EXIST"])("a 409 %s is left to the screen", async (code) => {
    const { request, handlers } = await openPage();
    handlers.conflict = vi.fn();
    answers = [() => refused(409, code, "Taken.")];
    await expect(request(projects.calls.create, { body: {} })).rejects.toThrow("Taken.");
    expect(handlers.conflict).not.toHaveBeenCalled();
  });

  test("on a 401 local storage is cleared; the guide flag is kept", async () => {
    const { session } = await openPage();
    session.setAuth(auth("old", 1000));
    localStorage.setItem("guide", "shown");
    localStorage.setItem("hasClaim", "1");
    session.clear();
    expect(localStorage.getItem("guide")).toBe("shown");
    expect(localStorage.getItem("token")).toBeNull();
    expect(localStorage.getItem("hasClaim")).toBeNull();
    expect(session.get().token).toBeUndefined();
  });
});

describe("a refresh that does not come back", () => {
  const isRefresh = ({ url }: Sent) => url.endsWith("/refresh");

  test("is made again under the same key, so that the cloud repeats its answer", async () => {
    const { send, session } = await openPage();
    session.setAuth(auth("old", 60_000));
    answers = [(request) => (isRefresh(request) ? noNetwork : undefined), () => ok({ items: [] })];
    await send(projectSearch, search);
    await send(projectSearch, search);
    answers = [(request) => (isRefresh(request) ? ok(auth("fresh", 2 * tokenRefreshWindowMs)) : ok({ items: [] }))];
    await send(projectSearch, search);
    const keys = sent.filter(isRefresh).map(({ headers }) => headers["Idempotency-Key"]);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    session.setAuth(auth("next", 60_000));
    await send(projectSearch, search);
    expect(sent.findLast(isRefresh)!.headers["Idempotency-Key"]).not.toBe(keys[0]);
  });

  test("does not end a session whose token has ended: the call waits, and then fails as the network did", async () => {
    const { send, session } = await openPage();
    session.setAuth(auth("old", -1000));
    answers = [(request) => (isRefresh(request) ? refused(502, 502) : refused(401, "UNAUTHORIZED", "No."))];
    await expect(send(projectSearch, { ...search, silent: true })).rejects.toThrow("502 error");
    expect(sent.filter((request) => !isRefresh(request))).toEqual([]);
    expect(session.get().auth?.accessToken).toBe("old");
  });

  test("but one that the cloud refuses is not asked for again", async () => {
    const { send, session } = await openPage();
    session.setAuth(auth("old", 60_000));
    answers = [(request) => (isRefresh(request) ? refused(401, "UNAUTHORIZED", "No.") : ok({ items: [] }))];
    await send(projectSearch, search);
    await send(projectSearch, search);
    expect(sent.filter(isRefresh)).toHaveLength(1);
    expect(session.get().token).toBe("old");
  });

  test("a clock that is wrong does not make every call refresh", async () => {
    const { send, session } = await openPage();
    session.setAuth(auth("old", 60_000));
    answers = [(request) => (isRefresh(request) ? ok(auth("fresh", 60_000)) : ok({ items: [] }))];
    for (let calls = 0; calls < 3; calls += 1) await send(projectSearch, search);
    expect(sent.filter(isRefresh)).toHaveLength(1);
  });
});

describe("answers asked for before any module ran", () => {
  const early = (url: string, authorization: string) => ({
    url,
    authorization,
    answer: Promise.resolve({ status: 200, body: { code: 200, data: { items: [], total: 0 } } }),
  });

  test("the same request takes the early answer, once", async () => {
    localStorage.setItem("token", "personal");
    window.__freehold = { list: early("/api/hosting/project/v3/list?page=1&size=10", "personal") };
    const { request } = await openPage();
    const query = { size: 10, page: 1, keyword: undefined };
    await expect(request(projects.calls.list, { query })).resolves.toEqual({ items: [], total: 0 });
    expect(sent).toHaveLength(0);
    await request(projects.calls.list, { query });
    expect(sent).toHaveLength(1);
  });

  test("another team's early answer is not taken", async () => {
    localStorage.setItem("token", "personal");
    window.__freehold = { list: early("/api/hosting/project/v3/list?page=1", "other") };
    const { request } = await openPage();
    await request(projects.calls.list, { query: { page: 1 } });
    expect(sent).toHaveLength(1);
  });
});
