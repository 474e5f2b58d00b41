import {
  pinningConnection,
  pinningToken,
  pinVisibility,
  resetPinningToken,
  uploadCar,
} from "../../../../resources/storage/pin-calls.ts";
import { pins, pinStates } from "../../../../resources/storage/pins.ts";
import { aliases } from "../../../../resources/declare/aliases.ts";
import { presentKey, type KeyOwner, type ProgramKeys } from "../../account/program-keys/service.ts";
import { resourceRoutes } from "../../kernel/calls/resource-routes.ts";
import { route, type Caller, type Route } from "../../kernel/calls/route.ts";
import { presentPin } from "./rows.ts";
import type { Pinning } from "./service.ts";

/** Routes of the pins resource and its page. */
export const pinningRoutes = (pinning: Pinning, keys: ProgramKeys): Route[] => [
  ...resourceRoutes(
    pins,
    {
      list: async ({ db, caller, query: { page, size, keyword, status } }) => {
        const filter = { keyword, limit: size, offset: (page - 1) * size };
        const states = status === undefined ? undefined : pinStates.filter((state) => state === status);
        const { rows, total } = await pinning.list(db, caller.teamId, { ...filter, status: states });
        return { items: rows.map(presentPin), total };
      },
      create: async ({ db, caller, body, afterCommit, logged }) => {
        const row = await pinning.add(db, caller.teamId, body);
        afterCommit(() => pinning.changed(row));
        logged({ target: row.name ?? row.cid });
        return presentPin(row);
      },
      delete: async ({ db, caller, params, afterCommit, logged }) => {
        const row = await pinning.remove(db, caller.teamId, params.id);
        afterCommit(() => pinning.changed(row));
        logged({ target: row.name ?? row.cid });
        return null;
      },
    },
    {
      replace: async ({ db, caller, params, body, afterCommit, logged }) => {
        const row = await pinning.replace(db, caller.teamId, params.id, body);
        afterCommit(() => pinning.changed(row));
        logged({ target: row.name ?? row.cid });
        return presentPin(row);
      },
      retry: async ({ db, caller, params, afterCommit, logged }) => {
        const row = await pinning.retry(db, caller.teamId, params.id);
        afterCommit(() => pinning.changed(row));
        logged({ target: row.name ?? row.cid });
        return null;
      },
    },
  ),
  route(uploadCar, async ({ caller, query, stream, logged }) => {
    const rows = await pinning.takeCar(caller.teamId, stream, query.name);
    rows.forEach(pinning.changed);
    logged({ target: query.name ?? rows[0]?.cid ?? "" });
    return { list: rows.map(presentPin) };
  }),
  route(pinningConnection, async ({ origin }) => ({
    endpoint: origin + aliases.$pinning,
    connected: pinning.isConnected,
  })),
  route(pinVisibility, async ({ db, caller, query }) => ({
    isPrivate: await pinning.isPrivate(db, caller.teamId, query.cid),
  })),
  route(pinningToken, async ({ db, caller }) => {
    const { hint, moments } = presentKey(await keys.find(db, ownerOf(caller)));
    return { accessToken: hint, ...moments };
  }),
  route(resetPinningToken, async ({ db, caller, afterCommit }) => {
    await pinning.requireNeeds(db, caller.teamId);
    const accessToken = await keys.reset(db, ownerOf(caller));
    afterCommit(keys.changed);
    return { accessToken };
  }),
];

const ownerOf = ({ teamId, userId }: Caller): KeyOwner => ({ teamId, userId, purpose: "PINNING" });
