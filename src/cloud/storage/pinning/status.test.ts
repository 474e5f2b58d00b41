import { pino } from "pino";
import { beforeAll, expect, it } from "vitest";
import { pinCalls } from "../../../../resources/storage/pin-calls.ts";
import { pins } from "../../../../resources/storage/pins.ts";
import { testBlocks } from "../../../../tests/support/ipfs/blocks.ts";
import { temporaryFolder, testWeb, type TestWeb } from "../../../../tests/support/server/web.ts";
import type { Jobs } from "../../engines/jobs/jobs.ts";
import type { Realtime } from "../../engines/realtime/realtime.ts";
import { createCallers } from "../../account/callers.ts";
import { createProgramKeys } from "../../account/program-keys/service.ts";
import { lockedStanding } from "../../../../tests/support/billing/unlocks.ts";
import { registerPinningApi } from "./api.ts";
import { pinningRoutes } from "./routes.ts";
import { createPinning } from "./service.ts";
import { fake } from "../../../../tests/support/fake.ts";

const cid = "bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e";
let web: TestWeb;

/** An instance without activated accounts. */
beforeAll(async () => {
  const { blocks, database } = await testBlocks();
  const realtime = fake<Realtime>({
    signal: () => undefined,
    onSignal: () => undefined,
    toTeam: () => undefined,
  });
  const pinning = createPinning(
    { database, blocks, jobs: {} as Jobs, realtime },
    {
      config: { DATA_DIR: await temporaryFolder(), SECRET_KEY: undefined, IPFS_GATEWAYS: [] },
      log: pino({ level: "silent" }),
      contentOwners: {
        add: async () => undefined,
        drop: async () => undefined,
        publishes: () => undefined,
        isOwn: async () => false,
        isPublic: async () => false,
        readableBy: async () => new Set(),
      },
      allowance: {
        ask: async () => undefined,
        room: async () => 0n,
      },
      standing: lockedStanding(),
      dial: () => Promise.reject(new Error("Nothing is dialled.")),
    },
  );
  const programKeys = createProgramKeys(database, createCallers(realtime));
  web = await testWeb({
    resources: [pins],
    calls: pinCalls,
    routes: pinningRoutes(pinning, programKeys),
    http: ({ app, onFault }) => {
      const programs = { verify: async () => ({ teamId: "0", userId: "0", purpose: "PINNING" }) as const };
      registerPinningApi(app, { pinning, programKeys: programs, database, publicUrl: undefined, onFault });
    },
  });
});

it("changing pins without an activated account returns code 100077, and the declaration locks the form", async () => {
  expect(pins.needs).toBe("activation");
  const { accessToken: token } = await web.signIn();
  for (const [line, body] of [
    ["POST /api/pinning/user/pins", { cid }],
    ["POST /api/pinning/user/pins/4b3f3a5e-5d4c-4d65-9c0f-111111111111", { cid }],
    ["POST /api/pinning/user/pins/4b3f3a5e-5d4c-4d65-9c0f-111111111111/retry", undefined],
    ["POST /api/pinning/user/ipfs-pinning-service/token", undefined],
    ["POST /api/pinning/user/car", undefined],
  ] as const) {
    const answer = await web.call(line, { token, ...(body && { body }) });
    expect([line, answer.status, answer.body.code]).toEqual([line, 403, 100_077]);
  }
});

it("the IPFS Pinning Service API returns NOT_ACTIVATED in its format", async () => {
  const headers = { authorization: "Bearer any" };
  const answer = await web.call("POST /api/pinning/pins", { headers, body: { cid } });
  expect(answer.status).toBe(403);
  expect(answer.body).toMatchObject({ error: { reason: "NOT_ACTIVATED" } });
});
