// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import { refresh } from "../../../../resources/account/session.ts";
import type { Team } from "../../../../resources/account/teams/teams.ts";
import { projectSearch } from "../../../../resources/hosting/project-calls.ts";
import { tokenRefreshWindowMs } from "../../../../resources/limits.ts";
import { apiWire, authFor, noNetwork, ok, refused, type Sent } from "../../../../tests/support/server/api-wire.ts";
import { storedTeam } from "../../../../tests/support/account/stored-team.ts";

const { wire, sent, openPage } = apiWire();
const team = (token: string, type: Team["type"] = "INDIVIDUAL"): Team => storedTeam(`id-${token}`, type, token);
const search = { query: { keyword: "blog" } };

describe("token refresh", () => {
  const refreshed = authFor("fresh", 2 * tokenRefreshWindowMs);
  const answerRefresh = ({ url }: Sent) => (url.endsWith("/refresh") ? ok(refreshed) : undefined);

  test("before a request, if the token expires within 1 hour; refreshes are serialised", async () => {
    const { send, session } = await openPage();
    session.setAuth(authFor("old", tokenRefreshWindowMs - 1000));
    session.setTeams([team("old")]);
    wire.answers = [answerRefresh, () => ok({ items: [] })];
    await Promise.all([send(projectSearch, search), send(projectSearch, search), send(projectSearch, search)]);
    const refreshes = sent.filter(({ url }) => url.endsWith("/refresh"));
    expect(refreshes).toHaveLength(1);
    expect(refreshes[0]!.data).toEqual({ refreshToken: "refresh-of-old" });
    expect(localStorage.getItem("token")).toBe("fresh");
  });

  test("only the owner's token is swapped after a refresh", async () => {
    const { send, session } = await openPage();
    session.setAuth(authFor("old", 1000));
    session.setTeams([team("old"), team("joined", "COLLABORATION")]);
    wire.answers = [answerRefresh, () => ok({ items: [] })];
    await send(projectSearch, search);
    expect(session.get().teams.map(({ token }) => token)).toEqual(["fresh", "joined"]);
    expect(sent.at(-1)?.headers.Authorization).toBe("fresh");
  });

  test("a token with more than an hour left is not refreshed", async () => {
    const { send, session } = await openPage();
    session.setAuth(authFor("good", tokenRefreshWindowMs + 60_000));
    wire.answers = [() => ok({ items: [] })];
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
    page.session.setAuth(authFor("personal", 2 * tokenRefreshWindowMs));
    page.session.setTeams([team("own"), joined(leftMs, "old")]);
    page.session.chooseTeam("joined");
    return page;
  };
  const answerTeams =
    (...items: Team[]) =>
    ({ url }: Sent) =>
      url.includes("/cooperation/teams") ? ok({ items }) : undefined;

  test("the team list with new team tokens is reloaded before a team token has 1 h left, once for all calls", async () => {
    const { send } = await openIn(tokenRefreshWindowMs - 1000);
    const fresh = joined(2 * tokenRefreshWindowMs, "fresh");
    wire.answers = [answerTeams(team("own"), fresh), () => ok({ items: [] })];
    await Promise.all([send(projectSearch, search), send(projectSearch, search)]);
    const [first, ...others] = sent;
    expect(first!.headers.Authorization).toBe("Bearer personal");
    expect(others.map(({ headers }) => headers.Authorization)).toEqual([fresh.token, fresh.token]);
  });

  test("with more than an hour left it is not reloaded", async () => {
    const { send } = await openIn(tokenRefreshWindowMs + 60_000);
    wire.answers = [() => ok({ items: [] })];
    await send(projectSearch, search);
    expect(sent).toHaveLength(1);
  });

  test("if the team is lost meanwhile, the call is not made for another one", async () => {
    const { send } = await openIn(1000);
    wire.answers = [answerTeams(team("own")), () => ok({ items: [] })];
    await expect(send(projectSearch, search)).rejects.toMatchObject({ name: "CanceledError" });
    expect(sent.map(({ url }) => url)).toEqual(["/api/auth/cooperation/teams?teamId=joined"]);
  });
});

describe("a refresh without a response", () => {
  const isRefresh = ({ url }: Sent) => url.endsWith("/refresh");

  test("is retried under the same key, so that the server repeats its response", async () => {
    const { send, session } = await openPage();
    session.setAuth(authFor("old", 60_000));
    wire.answers = [(request) => (isRefresh(request) ? noNetwork : undefined), () => ok({ items: [] })];
    await send(projectSearch, search);
    await send(projectSearch, search);
    wire.answers = [
      (request) => (isRefresh(request) ? ok(authFor("fresh", 2 * tokenRefreshWindowMs)) : ok({ items: [] })),
    ];
    await send(projectSearch, search);
    const keys = sent.filter(isRefresh).map(({ headers }) => headers["Idempotency-Key"]);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    session.setAuth(authFor("next", 60_000));
    await send(projectSearch, search);
    expect(sent.findLast(isRefresh)!.headers["Idempotency-Key"]).not.toBe(keys[0]);
  });

  test("does not end a session whose token has expired: the call waits, then fails with the network error", async () => {
    const { send, session } = await openPage();
    session.setAuth(authFor("old", -1000));
    wire.answers = [(request) => (isRefresh(request) ? refused(502, 502) : refused(401, "UNAUTHORIZED", "No."))];
    await expect(send(projectSearch, { ...search, silent: true })).rejects.toThrow("502 error");
    expect(sent.filter((request) => !isRefresh(request))).toEqual([]);
    expect(session.get().auth?.accessToken).toBe("old");
  });

  test("a refused refresh is not retried", async () => {
    const { send, session } = await openPage();
    session.setAuth(authFor("old", 60_000));
    wire.answers = [(request) => (isRefresh(request) ? refused(401, "UNAUTHORIZED", "No.") : ok({ items: [] }))];
    await send(projectSearch, search);
    await send(projectSearch, search);
    expect(sent.filter(isRefresh)).toHaveLength(1);
    expect(session.get().token).toBe("old");
  });

  test("a wrong clock does not make every call refresh", async () => {
    const { send, session } = await openPage();
    session.setAuth(authFor("old", 60_000));
    wire.answers = [(request) => (isRefresh(request) ? ok(authFor("fresh", 60_000)) : ok({ items: [] }))];
    for (let calls = 0; calls < 3; calls += 1) await send(projectSearch, search);
    expect(sent.filter(isRefresh)).toHaveLength(1);
  });
});
