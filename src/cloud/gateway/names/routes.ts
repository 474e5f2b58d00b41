import { createIpnsApiKey, deleteIpnsApiKey, ipnsApiKey } from "../../../../resources/gateway/ipns-calls.ts";
import { ipnsNames, type IpnsName } from "../../../../resources/gateway/ipns-names.ts";
import { AppError } from "../../kernel/app-error.ts";
import { presentKey, type KeyOwner, type ProgramKeys } from "../../account/program-keys/service.ts";
import { resourceRoutes } from "../../kernel/calls/resource-routes.ts";
import { present } from "../../kernel/calls/present.ts";
import { route, type Caller, type Route } from "../../kernel/calls/route.ts";
import type { Ipns, NameRow } from "./service.ts";

/** Routes for a team's IPNS names and API key. */
export const ipnsRoutes = (ipns: Ipns, keys: ProgramKeys): Route[] => [
  ...resourceRoutes(
    ipnsNames,
    {
      list: async ({ db, caller, query }) => {
        const { rows, total, next } = await ipns.list(db, caller.teamId, query);
        return {
          list: rows.map(presentName),
          page: { total, hasNext: next !== undefined, ...(next !== undefined && { next }) },
        };
      },
      create: async ({ db, caller, body, afterCommit }) => {
        const row = await ipns.create(db, caller.teamId, body);
        afterCommit(ipns.changed);
        return presentName(row);
      },
      delete: async ({ db, caller, params, afterCommit, logged }) => {
        logged({ target: await ipns.remove(db, caller.teamId, params.key) });
        afterCommit(ipns.changed);
        return null;
      },
    },
    {
      publish: async ({ db, caller, params, body, afterCommit, logged }) => {
        const row = await ipns.publish(db, caller.teamId, params.key, body);
        afterCommit(ipns.changed);
        logged({ target: row.name });
        return presentName(row);
      },
    },
  ),
  route(ipnsApiKey, async ({ db, caller }) => {
    const key = presentKey(await keys.find(db, ownerOf(caller)));
    return { key: key.hint, ...key.moments };
  }),
  route(createIpnsApiKey, async ({ db, caller, afterCommit }) => {
    const key = await keys.reset(db, ownerOf(caller));
    afterCommit(keys.changed);
    return { key };
  }),
  route(deleteIpnsApiKey, async ({ db, caller, afterCommit }) => {
    if (!(await keys.remove(db, ownerOf(caller)))) throw new AppError("NOT_FOUND");
    afterCommit(keys.changed);
    return null;
  }),
];

const ownerOf = ({ teamId, userId }: Caller): KeyOwner => ({ teamId, userId, purpose: "IPNS" });

const presentName = (row: NameRow): IpnsName =>
  present(ipnsNames.schema, row, { lifetime: row.lifetime_days, sequence: Number(row.sequence) });
