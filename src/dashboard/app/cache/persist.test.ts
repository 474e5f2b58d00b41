// @vitest-environment jsdom
import { hydrate, QueryClient, type DehydratedState } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import type { Send } from "../../../../resources/declare/call-input.ts";
import { emailState } from "../../../../resources/account/email.ts";
import { members } from "../../../../resources/account/teams/members.ts";
import { operationLog } from "../../../../resources/account/operation-log/operation-log.ts";
import { projects } from "../../../../resources/hosting/projects.ts";
import { namespaces } from "../../../../resources/hosting/repositories/repositories.ts";
import { assets } from "../../../../resources/billing/deposit-calls.ts";
import { rollupHealth } from "../../../../resources/raas/rollup-calls.ts";
import { notices } from "../../../../resources/operator/notices.ts";
import { callOf } from "../../../../resources/declare/endpoints.ts";
import { rpcKeys } from "../../../../resources/rpc/keys.ts";
import { storedTeam } from "../../../../tests/support/account/stored-team.ts";
import { session } from "../../api/session/session.ts";
import { listKey } from "../../framework/data/record-keys.ts";
import { callKey, callQuery } from "../../framework/data/use-call.ts";
import { persistCache, restoreCache } from "./persist.ts";
import { createQueryClient } from "../../ui/cached/query-cache.ts";

const { written, read } = vi.hoisted(() => ({ written: vi.fn(), read: vi.fn() }));
vi.mock("./cache-store.ts", () => ({ writeCache: written, readCache: read }));

const own = storedTeam("own", "INDIVIDUAL");

test("restored data is refetched, even recent data", async () => {
  session.setTeams([own]);
  const before = createQueryClient();
  persistCache(before, own.teamId);
  before.setQueryData(callKey(assets), { land: "0" });
  dispatchEvent(new Event("pagehide"));
  const [, stored] = written.mock.lastCall as [string, unknown];
  read.mockResolvedValue(stored);
  const after = createQueryClient();
  await restoreCache(after, own.teamId);
  expect(after.getQueryData(callKey(assets))).toEqual({ land: "0" });
  const query = callQuery((() => Promise.resolve({ land: "5" })) as Send, assets, {});
  expect(await after.fetchQuery({ ...query, queryKey: callKey(assets) })).toEqual({ land: "5" });
});

test("data that changes by the second is not stored", async () => {
  session.setTeams([own]);
  const client = createQueryClient();
  persistCache(client, own.teamId);
  await client.prefetchQuery(
    callQuery((() => Promise.resolve({ height: 5 })) as Send, rollupHealth, { params: { id: "1" } }),
  );
  client.setQueryData(callKey(namespaces), []);
  dispatchEvent(new Event("pagehide"));
  const [, stored] = written.mock.lastCall as [string, { readonly state: DehydratedState }];
  expect(stored.state.queries.map(({ queryKey }) => queryKey)).toEqual([callKey(namespaces)]);
});

test("data is stored for the next visit, except for the auth service's and secrets", async () => {
  session.setTeams([own]);
  const client = createQueryClient();
  persistCache(client, own.teamId);
  const firstPage = { page: 1, size: 10, filters: {} };
  const [projectList, namespaceCall] = [listKey(projects.name, firstPage), callKey(namespaces)];
  for (const { name } of [members, operationLog, notices]) client.setQueryData(listKey(name, firstPage), []);
  for (const key of [callKey(emailState), projectList, namespaceCall]) client.setQueryData(key, []);
  const showRpcKey = callOf(rpcKeys, "show");
  const rpcKey = { userKey: "secret", createdAt: 1, updatedAt: 1, usage: 0, keyType: "FREE" };
  await client.prefetchQuery(callQuery((() => Promise.resolve(rpcKey)) as Send, showRpcKey, { params: { id: "1" } }));
  expect(client.getQueryData(callKey(showRpcKey, { params: { id: "1" } }))).toEqual(rpcKey);
  dispatchEvent(new Event("pagehide"));

  const [teamId, stored] = written.mock.lastCall as [string, { readonly state: DehydratedState }];
  const visit = new QueryClient();
  hydrate(visit, stored.state);
  const keys = visit.getQueryCache().getAll();
  expect(teamId).toBe(own.teamId);
  // The newest come first, and these may differ by a millisecond.
  expect(new Set(keys.map(({ queryKey }) => queryKey))).toEqual(new Set([projectList, namespaceCall]));
});
