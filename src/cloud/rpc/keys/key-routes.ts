import { normalAllowed } from "../../../../resources/rpc/allow-patterns.ts";
import { rpcKeyInfo, rpcKeyRules, type RpcKeyRules, rpcKeySecurity } from "../../../../resources/rpc/key-calls.ts";
import { rpcKeys } from "../../../../resources/rpc/keys.ts";
import { rpcOverlapSeconds } from "../../../../resources/rpc/limits.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Usage } from "../../billing/ledger/usage/usage.ts";
import { route, type Route } from "../../kernel/calls/route.ts";
import { tableRoutes } from "../../kernel/calls/table-routes.ts";
import { secondsFromNow } from "../../kernel/secrets.ts";
import { secondsOf } from "../../lib/seconds-of.ts";
import type { SecretBox } from "../../kernel/secret-box.ts";
import type { Standing } from "../../billing/standing/service.ts";
import { isUuid } from "../../kernel/uuid.ts";
import type { Counts } from "../counts/counts.ts";
import { changeKey, findKey, newSecret, requireRoom, type RpcKey, userKeyOf } from "./keys.ts";
import { addPublicKey, listPublicKeys } from "./public-keys.ts";
import { requestsSince, unitsToday } from "../counts/read-counts.ts";

export interface KeyRoutesDeps {
  readonly box: SecretBox;
  readonly standing: Pick<Standing, "requireNeeds">;
  readonly usage: Pick<Usage, "ofSubject">;
  readonly counts: Pick<Counts, "flush">;
  /** Call after a changed key is committed. */
  changed(): void;
}

const monthMs = 30 * 86_400_000;

/** Routes for keys of the RPC service. */
export const rpcKeyRoutes = ({ box, standing, usage, counts, changed }: KeyRoutesDeps): Route[] => [
  ...tableRoutes(rpcKeys, "rpc_key", {
    ascending: true,
    target: "name",
    present: ({ notes }) => ({ notes }),
    load: async (rows, { db }) => {
      const ids = rows.map(({ id }) => id);
      const requests = await requestsSince(db, ids, new Date(Date.now() - monthMs));
      return ({ id }) => ({ requests: requests.get(id) ?? 0 });
    },
    before: async ({ notes = "", type }, { db, caller, id }, key) => {
      if (key) return { notes, updated_at: new Date() };
      await requireRoom(db, caller.teamId, type);
      const { hash, sealed } = newSecret(box, id);
      return { notes, hash, sealed };
    },
    after: ({ afterCommit }) => afterCommit(changed),
    verbs: ({ list, create, edit }) => ({
      list: async (context) => {
        await counts.flush();
        return (await list(context)).items;
      },
      show: async ({ db, caller, params }) => {
        const key = await findKey(db, caller.teamId, params.id);
        const { previous_until: previous } = key;
        return {
          ...(caller.ability.can("edit", rpcKeys.name) && { userKey: userKeyOf(box, key) }),
          createdAt: secondsOf(key.created_at),
          updatedAt: secondsOf(key.updated_at),
          usage: Number(await usage.ofSubject(db, caller.teamId, "COMPUTE_UNIT", key.id)),
          keyType: key.type,
          ...(previous && previous.getTime() > Date.now() && { previousUntil: secondsOf(previous) }),
        };
      },
      create: async (context) => {
        const { db, caller } = context;
        await standing.requireNeeds(db, caller.teamId, rpcKeys);
        const { id } = await create(context);
        return { id, userKey: userKeyOf(box, await findKey(db, caller.teamId, id)) };
      },
      edit: async (context) => {
        const { name, notes, active } = await edit(context);
        return { name, notes, active };
      },
    }),
    actions: ({ change }) => ({
      reset: async (context) => {
        const { userKey, ...secret } = newSecret(box, context.params.id);
        const previousUntil = secondsFromNow(rpcOverlapSeconds);
        await change(context, ({ hash }) => ({
          ...secret,
          previous_hash: hash,
          previous_until: previousUntil,
          updated_at: new Date(),
        }));
        return { userKey, previousUntil: secondsOf(previousUntil) };
      },
      setSecurity: async (context) => {
        const { enabled } = context.body;
        await change(context, async ({ id }) => {
          if (enabled && (await listPublicKeys(context.db, id)).length === 0)
            throw new AppError("RPC_NEEDS_PUBLIC_KEY");
          return { needs_token: enabled, updated_at: new Date() };
        });
        return { enabled };
      },
      addPublicKey: async ({ db, caller, params, body, afterCommit }) => {
        const { id } = await changeKey(db, caller.teamId, params.id, {});
        afterCommit(changed);
        return { id: await addPublicKey(db, id, body) };
      },
      removePublicKey: async ({ db, caller, params, afterCommit, logged }) => {
        const { id, name } = await changeKey(db, caller.teamId, params.id, {});
        logged({ target: name });
        const sid = params.sid;
        const deleted = isUuid(sid)
          ? await db.deleteFrom("rpc_public_key").where("key_id", "=", id).where("id", "=", sid).executeTakeFirst()
          : undefined;
        if (!deleted?.numDeletedRows) throw new AppError("NOT_FOUND");
        afterCommit(changed);
        return null;
      },
      setRules: async (context) => {
        const { allow, dailyCap, atCap } = context.body;
        await change(context, () => ({
          ...(allow && { allow: JSON.stringify(allow.map(normalEntry)) }),
          ...(dailyCap !== undefined && { daily_cap: dailyCap === null ? null : BigInt(dailyCap) }),
          ...(atCap && { at_cap: atCap }),
          updated_at: new Date(),
        }));
        return rulesOf(await findKey(context.db, context.caller.teamId, context.params.id));
      },
    }),
  }),
  route(rpcKeyInfo, async ({ db, caller, params }) => infoOf(await findKey(db, caller.teamId, params.id))),
  route(rpcKeySecurity, async ({ db, caller, params }) => {
    const { id, needs_token: enabled } = await findKey(db, caller.teamId, params.id);
    return { enabled, list: await listPublicKeys(db, id) };
  }),
  route(rpcKeyRules, async ({ db, caller, params }) => {
    const key = await findKey(db, caller.teamId, params.id);
    await counts.flush();
    return { ...rulesOf(key), usedToday: Number(await unitsToday(db, key.id)) };
  }),
];

const infoOf = ({ name, notes, active }: Pick<RpcKey, "name" | "notes" | "active">) => ({ name, notes, active });

const rulesOf = ({ allow, daily_cap: cap, at_cap: atCap }: RpcKey) => ({
  allow,
  dailyCap: cap === null ? null : Number(cap),
  atCap,
});

type Entry = RpcKeyRules["allow"][number];

/** Normalizes an entry. Throws RPC_ALLOW_INVALID. */
const normalEntry = ({ type, value }: Entry): Entry => {
  const normal = normalAllowed(type, value);
  if (normal === undefined) throw new AppError("RPC_ALLOW_INVALID");
  return { type, value: normal };
};
