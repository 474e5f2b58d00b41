// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from "vitest";
import { currentUser } from "../../../resources/account/session.ts";
import type { Team } from "../../../resources/account/teams/teams.ts";
import { nodeLand } from "../../../resources/boost/nodes/land-calls.ts";
import { preTasks } from "../../../resources/boost/tasks/task-calls.ts";
import { projectSearch } from "../../../resources/hosting/project-calls.ts";
import { projects } from "../../../resources/hosting/projects.ts";
import { errorPauseMs, networkRetryDelayMs, tokenRefreshWindowMs } from "../../../resources/limits.ts";
import { apiWire, authFor, noNetwork, ok, refused } from "../../../tests/support/server/api-wire.ts";
import { storedTeam } from "../../../tests/support/account/stored-team.ts";

const { wire, sent, openPage } = apiWire();
const team = (token: string, type: Team["type"] = "INDIVIDUAL"): Team => storedTeam(`id-${token}`, type, token);
const search = { query: { keyword: "blog" } };

describe("the envelope", () => {
  test("a response with code other than 200 or SUCCESS raises an error using its message, or '{code} error'", async () => {
    const { send } = await openPage();
    wire.answers = [() => refused(200, 10_014, "Connect a repository first.")];
    await expect(send(projectSearch, search)).rejects.toThrow("Connect a repository first.");
    wire.answers = [() => refused(200, 10_002)];
    await expect(send(projectSearch, search)).rejects.toThrow("10002 error");
    wire.answers = [() => ({ status: 200, data: { code: "SUCCESS", data: { items: [] } } })];
    await expect(send(projectSearch, search)).resolves.toEqual({ items: [] });
  });

  test("a 422 carries its messages to the fields", async () => {
    const { request } = await openPage();
    wire.answers = [
      () => refused(422, "INVALID_INPUT", "Check the highlighted fields.", { name: ["Name is required."] }),
    ];
    await expect(request(projects.calls.create, { body: {} })).rejects.toMatchObject({
      statusCode: 422,
      errors: { name: ["Name is required."] },
    });
  });
});

describe("authorization", () => {
  test("a bearer prefix is added for auth URLs; a team's token replaces the personal token for the others", async () => {
    const { send, session } = await openPage();
    session.setAuth(authFor("personal", 2 * tokenRefreshWindowMs));
    session.setTeams([team("own"), team("joined", "COLLABORATION")]);
    session.chooseTeam("id-joined");
    wire.answers = [({ url }) => (url.includes("/search/") ? ok({ items: [] }) : undefined)];
    await send(projectSearch, search);
    await send(currentUser).catch(() => undefined);
    expect(sent.map(({ headers }) => headers.Authorization)).toEqual(["joined", "Bearer personal"]);
  });

  test("the stored team stays selected if still in the list; otherwise the first team is selected", async () => {
    const { session } = await openPage();
    session.setTeams([team("a"), team("b", "COLLABORATION")]);
    session.chooseTeam("id-b");
    expect(session.get().team?.token).toBe("b");
    session.setTeams([team("a")]);
    expect(session.get().team?.token).toBe("a");
    expect(localStorage.getItem("teamId")).toBe("id-a");
  });

  test("a page stays in its team when another tab selects another one", async () => {
    const { session } = await openPage();
    session.setTeams([team("a"), team("b", "COLLABORATION")]);
    localStorage.setItem("teamId", "id-b");
    window.dispatchEvent(new StorageEvent("storage", { key: "teamId", storageArea: localStorage }));
    expect(session.get().team?.token).toBe("a");
    session.setTeams([team("a"), team("b", "COLLABORATION")]);
    expect(localStorage.getItem("teamId")).toBe("id-b");
  });
});

describe("the node's token", () => {
  const land = ok({ land: "5" });
  const denied = refused(401, 401);
  const joined = ({ url }: { readonly url: string }) =>
    url.endsWith("/node/create") ? ok({ token: `node_${sent.length}`, expiredAt: 1, isNew: false }) : undefined;
  const sentBy = () => sent.map(({ url, headers }) => [url.replace("/api/boost", ""), headers.Authorization]);

  test("is exchanged for the personal token before the first call that requires a node", async () => {
    localStorage.setItem("token", "personal");
    const { send } = await openPage();
    wire.answers = [joined, () => land];
    await Promise.all([send(nodeLand), send(nodeLand)]);
    expect(sentBy()).toEqual([
      ["/node/create", "personal"],
      ["/node/land", "Bearer node_1"],
      ["/node/land", "Bearer node_1"],
    ]);
  });

  test("is replaced once when it has expired; then the refusal is shown by the screen and ends no session", async () => {
    localStorage.setItem("token", "personal");
    localStorage.setItem("nodeToken", "node_old");
    const { send, handlers } = await openPage();
    handlers.unauthorized = vi.fn();
    wire.answers = [joined, ({ headers }) => (headers.Authorization === "Bearer node_old" ? denied : land)];
    await expect(send(nodeLand)).resolves.toEqual({ land: "5" });
    expect(sentBy().at(-1)).toEqual(["/node/land", "Bearer node_2"]);
    wire.answers = [joined, () => denied];
    await expect(send(nodeLand)).rejects.toThrow("Access denied!");
    expect(sent).toHaveLength(6);
    expect(handlers.unauthorized).not.toHaveBeenCalled();
  });

  test("is carried by calls for anyone, which need none; signed out, a call that requires it is not made", async () => {
    const { send } = await openPage();
    wire.answers = [() => refused(500, 500)];
    await expect(send(preTasks)).rejects.toThrow("Service error!");
    await expect(send(nodeLand)).rejects.toThrow("Access denied!");
    localStorage.setItem("nodeToken", "node_own");
    await send(preTasks).catch(() => undefined);
    expect(sentBy().map(([, authorization]) => authorization)).toEqual([undefined, "Bearer node_own"]);
  });

  test("is not sent by operators of Boost, whose calls carry the session's token", async () => {
    localStorage.setItem("token", "personal");
    const { request } = await openPage();
    wire.answers = [() => ok({ items: [], total: 0 })];
    await request("GET $boost/operator/projects");
    expect(sentBy()).toEqual([["/operator/projects", "personal"]]);
  });
});

describe("retries", () => {
  test("network error: retried up to 3 times with a delay of 3000 ms times the attempt number, under one idempotency key", async () => {
    vi.useFakeTimers();
    const { request, handlers } = await openPage();
    const failed = vi.fn(async () => false);
    handlers.networkFailed = failed;
    wire.answers = [() => noNetwork];
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

  test("every mutating call carries its own idempotency key; a reading call carries none", async () => {
    const { request, send } = await openPage();
    wire.answers = [({ method }) => (method === "GET" ? ok({ items: [] }) : ok(null))];
    await request(projects.calls.create, { body: {} });
    await request(projects.calls.create, { body: {} });
    await send(projectSearch, search);
    const keys = sent.map(({ headers }) => headers["Idempotency-Key"]);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).not.toBe(keys[0]);
    expect(keys[2]).toBeUndefined();
  });
});

describe("early responses", () => {
  afterEach(() => {
    delete window.__freehold;
  });
  const early = (url: string, authorization: string) => ({
    url,
    authorization,
    answer: Promise.resolve({ status: 200, body: { code: 200, data: { items: [], total: 0 } } }),
  });

  test("the same request uses the early response, once", async () => {
    localStorage.setItem("token", "personal");
    window.__freehold = {
      answers: [early("/other", "personal"), early("/api/hosting/project/v3/list?page=1&size=10", "personal")],
    };
    const { request } = await openPage();
    const query = { size: 10, page: 1, keyword: undefined };
    await expect(request(projects.calls.list, { query })).resolves.toEqual({ items: [], total: 0 });
    expect(sent).toHaveLength(0);
    await request(projects.calls.list, { query });
    expect(sent).toHaveLength(1);
  });

  test("another team's early response is not used", async () => {
    localStorage.setItem("token", "personal");
    window.__freehold = { answers: [early("/api/hosting/project/v3/list?page=1", "other")] };
    const { request } = await openPage();
    await request(projects.calls.list, { query: { page: 1 } });
    expect(sent).toHaveLength(1);
  });
});
