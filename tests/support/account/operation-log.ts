/** Runs the operation log over HTTP, with made-up calls that write entries. */
import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { expect } from "vitest";
import { operationCalls } from "../../../resources/account/operation-log/operation-calls.ts";
import { operationLog } from "../../../resources/account/operation-log/operation-log.ts";
import { defineCall } from "../../../resources/declare/define.ts";
import { AppError } from "../../../src/cloud/kernel/app-error.ts";
import { operationLogRoutes } from "../../../src/cloud/account/operation-log/routes.ts";
import { recordOperation } from "../../../src/cloud/account/operation-log/service.ts";
import { route } from "../../../src/cloud/kernel/calls/route.ts";
import { testWeb } from "../server/web.ts";

const change = defineCall("POST $hosting/change/{id}", {
  summary: "Made up: changes something.",
  can: ["edit", "projects"],
  log: "HOSTING_EDIT_PROJECT",
  body: z.object({
    name: z.string(),
    secret: z.optional(z.string()),
    password: z.optional(z.string()),
    switched: z.optional(z.boolean()),
    env: z.optional(z.array(z.object({ key: z.string(), value: z.string() }))),
    refuse: z.optional(z.boolean()),
  }),
  reply: z.null(),
});
const send = defineCall("PUT $hosting/sent", {
  summary: "Made up: takes a stream.",
  can: ["edit", "projects"],
  log: "HOSTING_UPLOAD",
  stream: true,
  reply: z.null(),
});
const silent = defineCall("POST $hosting/silent", {
  summary: "Made up: nothing worth keeping.",
  can: ["edit", "projects"],
  log: false,
  reply: z.null(),
});

export interface Entry {
  readonly id: string;
  readonly action: string;
  readonly target: string;
  readonly details: Record<string, unknown>;
  readonly userId?: string;
  readonly userName: string;
  readonly address: string;
  readonly role?: string;
  readonly via: string;
  readonly ip: string;
  readonly createdAt: number;
}

export const logs = "/api/auth/user/activity/action/logs";

export const operationLogWeb = async () => {
  const web = await testWeb({
    resources: [operationLog],
    calls: [...operationCalls, change, send, silent],
    routes: [
      ...operationLogRoutes(),
      route(change, async ({ body }) => {
        if (body.refuse) throw new AppError("NAME_TAKEN");
        return null;
      }),
      route(send, async ({ stream, logged }) => {
        let bytes = 0;
        for await (const chunk of stream) bytes += (chunk as Buffer).length;
        logged({ target: "a stream", details: { bytes } });
        return null;
      }),
      route(silent, async () => null),
    ],
  });

  const entriesOf = async (token: string, query = ""): Promise<Entry[]> => {
    const { status, body } = await web.call(`GET ${logs}?size=100${query}`, { token });
    expect(status).toBe(200);
    return (body.data as { items: Entry[] }).items;
  };
  const act = (token: string, body: object, headers = {}) =>
    web.call(`POST /api/hosting/change/${randomUUID()}`, { token, body, headers });

  /** Adds a member to the team. Returns the team token. */
  const joined = async (teamId: string, access: readonly string[]) => {
    const member = await web.signIn();
    await web.database.db
      .insertInto("membership")
      .values({ team_id: teamId, person_id: member.userId, type: "COLLABORATION", access: access as never })
      .execute();
    const { body } = await web.call("GET /api/auth/cooperation/teams", { token: member.accessToken });
    const { items } = body.data as { items: { teamId: string; token: string }[] };
    return { ...member, token: items.find((team) => team.teamId === teamId)!.token };
  };

  /** Inserts entries with an age in days, in the service's own format. */
  const kept = async (teamId: string, entries: readonly { target: string; daysAgo: number }[]): Promise<void> => {
    const by = { personId: null, via: "HOOK", action: "HOSTING_RUN_HOOK", details: {}, ip: "" } as const;
    for (const { target, daysAgo } of entries) {
      await recordOperation(web.database.db, { ...by, teamId, target });
      await web.database.db
        .updateTable("operation_log")
        .set({ at: new Date(Date.now() - daysAgo * 86_400_000) })
        .where("target", "=", target)
        .where("team_id", "=", teamId)
        .execute();
    }
  };
  return { web, entriesOf, act, joined, kept };
};
