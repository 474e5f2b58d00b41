import { isIP } from "node:net";
import { rpcAllowPatterns } from "../../../../resources/rpc/allow-patterns.ts";
import { rpcKeyInfo, rpcKeyRules, type RpcKeyRules, rpcKeySecurity } from "../../../../resources/rpc/key-calls.ts";
import { rpcKeys } from "../../../../resources/rpc/keys.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Usage } from "../../billing/ledger/usage/usage.ts";
import { resourceRoutes } from "../../kernel/calls/resource-routes.ts";
import { route, type Route } from "../../kernel/calls/route.ts";
import { secondsOf } from "../../lib/seconds-of.ts";
import type { SecretBox } from "../../kernel/secret-box.ts";
import type { Standing } from "../../billing/standing/service.ts";
import { isUuid } from "../../kernel/uuid.ts";
import type { Counts } from "../counts/counts.ts";
import { changeKey, createKey, findKey, listKeys, resetKey, type RpcKey, userKeyOf } from "./keys.ts";
import { addPublicKey, listPublicKeys } from "./public-keys.ts";
import { requestsSince, unitsToday } from "../counts/read-counts.ts";

export interface KeyRoutesDeps {
  readonly box: SecretBox;
  readonly standing: Pick<Standing, "needsActivation">;
  readonly usage: Pick<Usage, "ofSubject">;
  readonly counts: Pick<Counts, "flush">;
  /** Call after a changed key is committed. */
  changed(): void;
}

const monthMs = 30 * 86_400_000;

/** Routes for keys of the RPC service. */
export const rpcKeyRoutes = ({ box, standing, usage, counts, changed }: KeyRoutesDeps): Route[] => [
  ...resourceRoutes(
    rpcKeys,
    {
      list: async ({ db, caller }) => {
        await counts.flush();
        const keys = await listKeys(db, caller.teamId);
        const requests = await requestsSince(
          db,
          keys.map(({ id }) => id),
          new Date(Date.now() - monthMs),
        );
        return keys.map(({ id, type, ...key }) => ({ id, type, ...infoOf(key), requests: requests.get(id) ?? 0 }));
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
      create: async ({ db, caller, body }) => {
        await standing.needsActivation(db, caller.teamId);
        return createKey(db, box, caller.teamId, body);
      },
      edit: async ({ db, caller, params, body: { notes = "", ...body }, afterCommit }) => {
        const key = await changeKey(db, caller.teamId, params.id, { ...body, notes });
        afterCommit(changed);
        return infoOf(key);
      },
      delete: async ({ db, caller, params, afterCommit, logged }) => {
        const { id, name } = await findKey(db, caller.teamId, params.id);
        logged({ target: name });
        await db.deleteFrom("rpc_key").where("id", "=", id).execute();
        afterCommit(changed);
        return null;
      },
    },
    {
      reset: async ({ db, caller, params, afterCommit, logged }) => {
        const { userKey, previousUntil, name } = await resetKey(db, box, caller.teamId, params.id);
        logged({ target: name });
        afterCommit(changed);
        return { userKey, previousUntil: secondsOf(previousUntil) };
      },
      setSecurity: async ({ db, caller, params, body: { enabled }, afterCommit, logged }) => {
        const { id, name } = await findKey(db, caller.teamId, params.id);
        logged({ target: name });
        if (enabled && (await listPublicKeys(db, id)).length === 0) throw new AppError("RPC_NEEDS_PUBLIC_KEY");
        await changeKey(db, caller.teamId, id, { needs_token: enabled });
        afterCommit(changed);
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
      setRules: async ({ db, caller, params, body, afterCommit, logged }) => {
        const key = await changeKey(db, caller.teamId, params.id, {
          allow: JSON.stringify(body.allow.map(normalEntry)),
          daily_cap: body.dailyCap === null ? null : BigInt(body.dailyCap),
          at_cap: body.atCap,
        });
        logged({ target: key.name });
        afterCommit(changed);
        return rulesOf(key);
      },
    },
  ),
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

/** Validates and normalizes entries of a key's allowlist. */
type Entry = RpcKeyRules["allow"][number];

/** Normalizes an entry. Throws RPC_ALLOW_INVALID. */
const normalEntry = ({ type, value }: Entry): Entry => {
  const normal = normalise[type](value.trim());
  if (normal === undefined) throw new AppError("RPC_ALLOW_INVALID");
  return { type, value: normal };
};

const normalise: Readonly<Record<Entry["type"], (value: string) => string | undefined>> = {
  origin: (value) => matching(value.toLowerCase().replace(/\/+$/, ""), rpcAllowPatterns.origin),
  agent: (value) => value,
  method: (value) => matching(value, rpcAllowPatterns.method),
  contract: (value) => matching(value.toLowerCase(), rpcAllowPatterns.contract),
  ip: (value) => (isRange(value) ? value : undefined),
};

const matching = (value: string, pattern: RegExp): string | undefined => (pattern.test(value) ? value : undefined);

const isRange = (value: string): boolean => {
  const [address = "", prefix, more] = value.split("/");
  const version = isIP(address);
  if (version === 0 || more !== undefined) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
};
