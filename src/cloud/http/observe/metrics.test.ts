import { get } from "node:http";
import { expect, test, vi } from "vitest";
import { testWeb } from "../../../../tests/support/server/web.ts";
import { patience } from "../../../../tests/support/patience.ts";
import { watchStalls } from "./metrics.ts";
import { createUnderWay } from "../edge/under-way.ts";

test("a stall of the process is reported with its duration and the routes of that time, including ended ones", async () => {
  const underWay = createUnderWay();
  const stalls: [number, readonly string[]][] = [];
  const stop = watchStalls(underWay, (ms, routes) => stalls.push([ms, routes]));
  await underWay.during("before", Promise.resolve());
  await new Promise((resolve) => setTimeout(resolve, 250));
  const waiting = underWay.during("GET /waiting", new Promise((resolve) => setTimeout(resolve, 1500)));
  void underWay.during("GET /slow", Promise.resolve());
  const until = performance.now() + 900;
  while (performance.now() < until);
  await vi.waitFor(() => expect(stalls.some(([ms]) => ms > 500)).toBe(true), patience);
  stop();
  const [, routes] = stalls.find(([ms]) => ms > 500)!;
  expect(routes).toEqual(expect.arrayContaining(["GET /slow", "GET /waiting"]));
  await waiting;
});

test("/metrics reports the event loop, requests, connections, websockets, jobs and duties", async () => {
  const web = await testWeb({
    jobs: { counts: async () => [{ queue: "build", state: "retry", count: 3, oldestSeconds: 90 }] },
    duties: { states: () => [{ name: "Delete old emails", runs: 7, failures: 1, isRunning: false, lastMs: 1500 }] },
  });
  const { text } = await web.call("GET /metrics");
  for (const line of [
    /^nodejs_eventloop_lag_p99_seconds \d/m,
    /^http_requests_under_way 1$/m,
    /^http_open_connections [1-9]/m,
    /^http_open_websockets 0$/m,
    /^jobs\{queue="build",state="retry"\} 3$/m,
    /^freehold_info\{process="[^"]+",roles="web,worker,owner",version="[\d.]+"\} 1$/m,
    /^duty_runs_total\{duty="Delete old emails"\} 7$/m,
    /^duty_failures_total\{duty="Delete old emails"\} 1$/m,
    /^duty_duration_seconds\{duty="Delete old emails"\} 1.5$/m,
  ])
    expect(text).toMatch(line);
});

test("/metrics without a token answers only requests to this machine's own names", async () => {
  const web = await testWeb();
  const { port } = new URL(web.url);
  const statusOf = async (host: string): Promise<number> =>
    new Promise((resolve, reject) => {
      get({ port, path: "/metrics", headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode!);
      }).on("error", reject);
    });
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, "[::1]:80"])
    expect(await statusOf(host), host).toBe(200);
  for (const host of ["evil.example", `127.0.0.1.evil.example:${port}`]) expect(await statusOf(host), host).toBe(401);
});

test("a declared call is counted by its operation ID and error code, and never by its path", async () => {
  const web = await testWeb();
  const { accessToken, teamId } = await web.signIn();
  await web.call("GET /api/auth/user", { token: accessToken });
  await web.call("GET /api/auth/user", { token: "nobody's" });
  await web.call(`GET /api/auth/teams/${teamId}/nothing`, { token: accessToken });
  const { text } = await web.call("GET /metrics");
  const calls = [...text.matchAll(/^calls_total\{call="([^"]+)",code="([^"]+)"\} (\d+)$/gm)].map((found) =>
    found.slice(1),
  );
  expect(calls).toContainEqual(["get-auth-user", "OK", "1"]);
  expect(calls).toContainEqual(["get-auth-user", "UNAUTHORIZED", "1"]);
  expect(text).toMatch(/^call_duration_seconds_count\{call="get-auth-user"\} 2$/m);
  expect(text).not.toContain(teamId);
});
