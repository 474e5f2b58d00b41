/**
 * Merges a messaging app account into a wallet's account, in one transaction. The wallet's account stays. Balances,
 * points, history and the node move to it; what both accounts received once counts once.
 */
import { mergeStatement, type MergePreview } from "../../../../resources/account/merge.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { checksumAddress } from "../../engines/evm/checksum-address.ts";
import type { Allowance } from "../../billing/ledger/allowance.ts";
import type { Ledger } from "../../billing/ledger/ledger.ts";
import { namedId } from "../../billing/ledger/named-id.ts";
import type { Auth, ProvenMerge } from "../auth/service.ts";
import { boostBalances, mergeNodes } from "../../boost/service.ts";
import { mergeDeposits } from "../../billing/deposits/service.ts";
import { moveMessaging, messagingIdOf } from "../messaging/service.ts";
import { moveOrders } from "../mini-payments/service.ts";
import type { Notices } from "../notices/service.ts";
import { mergeRewards } from "../../rewards/service.ts";
import type { Teams } from "../teams/service.ts";
import type { Accounts } from "./service.ts";

export interface MergeDeps {
  readonly accounts: Pick<Accounts, "contents" | "removeReplaced">;
  readonly auth: Pick<Auth, "user" | "wallets" | "requestMerge" | "checkMerge" | "useMerge" | "recordMerge">;
  readonly teams: Pick<Teams, "membership">;
  readonly notices: Pick<Notices, "refresh" | "create">;
  readonly ledger: Ledger;
  readonly allowance: Pick<Allowance, "grantStandard">;
  /** Moves redeemed vouchers. Returns the LAND×1e18 of vouchers that both teams redeemed. */
  mergeVouchers(trx: Trx, teams: MergedTeams & { readonly toUser: string }): Promise<bigint>;
}

interface MergedTeams {
  readonly fromTeam: string;
  readonly toTeam: string;
}

export interface MergeAnswer {
  readonly address: string;
  readonly origin: string;
  readonly nonce: string;
  readonly signature: string;
}

export const previewMerge = async (deps: MergeDeps, db: Db, personId: string): Promise<MergePreview> => {
  const { ledger } = deps;
  const teamId = await ownTeam(deps, db, personId);
  const boost = await boostBalances(db, personId);
  return {
    possible: await isMergeable(deps, db, personId),
    content: await contentOf(deps, db, personId),
    land: (await ledger.available(db, teamId, "LAND")).toString(),
    points: (await ledger.available(db, teamId, "POINT")).toString(),
    boostPoints: boost.points.toString(),
    usdt: boost.usdt.toString(),
  };
};

/** Returns the message for a wallet with an account. Throws what blocks the merge. */
export const requestMerge = async (
  deps: MergeDeps,
  db: Db,
  personId: string,
  { address, ...request }: { readonly address: string; readonly origin: string; readonly chainId: number },
): Promise<{ message: string; nonce: string }> => {
  const wallet = checksumAddress(address);
  await ownerOf(deps, db, personId, wallet);
  const statement = await statementOf(deps, db, personId);
  return deps.auth.requestMerge(db, personId, { ...request, address: wallet, statement });
};

/** Checks the signature, which may call chains, before the merge's transaction. */
export const checkMerge = async (
  deps: MergeDeps,
  db: Db,
  personId: string,
  answer: MergeAnswer,
): Promise<ProvenMerge> =>
  deps.auth.checkMerge(db, personId, {
    ...answer,
    address: checksumAddress(answer.address),
    statement: await statementOf(deps, db, personId),
  });

/** Returns the remaining account's user and the effects to run after the commit. */
export const mergeAccounts = async (
  deps: MergeDeps,
  trx: Trx,
  personId: string,
  { proven, ip }: { readonly proven: ProvenMerge; readonly ip: string },
): Promise<{ ownerId: string; address: string; done: () => Promise<void> }> => {
  const { auth, notices, ledger, allowance, accounts } = deps;
  const { address } = proven;
  await auth.useMerge(trx, proven);
  const ownerId = await ownerOf(deps, trx, personId, address);
  await lockBoth(trx, personId, ownerId);
  // Another merge may have finished meanwhile.
  await ownerOf(deps, trx, personId, address);
  const [fromTeam, toTeam] = [await ownTeam(deps, trx, personId), await ownTeam(deps, trx, ownerId)];
  const teams = { fromTeam, toTeam };
  const { held, owed } = await ledger.balances(trx, fromTeam, "LAND");
  if (held > 0n || owed > 0n) throw new AppError("MERGE_LATER");

  const at = Math.floor(Date.now() / 1000);
  await mergeNodes(ledger, trx, { fromUser: personId, toUser: ownerId, toTeam, at });
  const pointsTwice = (await mergeRewards(trx, personId, ownerId)) + (await mergeDeposits(allowance, trx, teams));
  const landTwice = await deps.mergeVouchers(trx, { ...teams, toUser: ownerId });
  await ledger.merge(trx, fromTeam, toTeam);
  await takeBack(ledger, trx, teams, { unit: "POINT", system: "bonus", amount: pointsTwice });
  await takeBack(ledger, trx, teams, { unit: "LAND", system: "voucher", amount: landTwice });
  await moveOrders(trx, personId, { personId: ownerId, euid: (await auth.user(trx, ownerId)).euid });
  await moveInvited(trx, personId, ownerId);
  await moveMessaging(trx, personId, ownerId);
  await auth.recordMerge(trx, personId, ownerId);
  await notices.create(trx, ownerId, {
    type: "NORMAL",
    message: `Your mini app account ${(await auth.user(trx, personId)).username} was merged into this account.`,
    url: "/billing/records",
    label: "View LAND records",
    teamId: toTeam,
  });
  const removeAccount = await accounts.removeReplaced(trx, personId, ip);
  const done = async (): Promise<void> => {
    notices.refresh(ownerId);
    await removeAccount();
  };
  return { ownerId, address, done };
};

const statementOf = async ({ auth }: MergeDeps, db: Db, personId: string): Promise<string> =>
  mergeStatement.replace("{account}", (await auth.user(db, personId)).username);

/** Returns the wallet's account. Throws what blocks the merge. */
const ownerOf = async (deps: MergeDeps, db: Db, personId: string, address: string): Promise<string> => {
  if (!(await isMergeable(deps, db, personId))) throw new AppError("MERGE_UNAVAILABLE");
  if ((await contentOf(deps, db, personId)) > 0) throw new AppError("MERGE_NOT_EMPTY");
  const owner = await db
    .selectFrom("person_wallet")
    .select("person_id")
    .where("address", "=", address)
    .executeTakeFirst();
  if (!owner) throw new AppError("MERGE_NO_ACCOUNT");
  if ((await messagingIdOf(db, owner.person_id)) !== undefined) throw new AppError("MERGE_TAKEN");
  return owner.person_id;
};

const isMergeable = async ({ auth }: MergeDeps, db: Db, personId: string): Promise<boolean> =>
  (await messagingIdOf(db, personId)) !== undefined && (await auth.wallets(db, personId)).length === 0;

/** Sample repositories don't count: every account gets them. */
const contentOf = async ({ accounts }: MergeDeps, db: Db, personId: string): Promise<number> => {
  const { wallets: _, deployments: __, repositories: ___, ...made } = await accounts.contents(db, personId);
  return Object.values(made).reduce((sum, count) => sum + count, 0);
};

const ownTeam = async ({ teams }: MergeDeps, db: Db, personId: string): Promise<string> => {
  const own = await teams.membership(db, personId);
  if (!own) throw new AppError("UNAUTHORIZED");
  return own.teamId;
};

/** Locks teams before users, as account deletion does, each in the order of their ids. */
const lockBoth = async (trx: Trx, ...userIds: readonly string[]): Promise<void> => {
  const { length } = userIds;
  await trx
    .selectFrom("team")
    .select("id")
    .where("owner_id", "in", [...userIds])
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  const rows = await trx
    .selectFrom("person")
    .select("id")
    .where("id", "in", [...userIds])
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  if (rows.length < length) throw new AppError("UNAUTHORIZED");
};

/** Removes what both accounts received once, as far as it remains. */
const takeBack = async (
  ledger: Ledger,
  trx: Trx,
  { fromTeam, toTeam }: MergedTeams,
  { unit, system, amount }: { unit: "LAND" | "POINT"; system: "bonus" | "voucher"; amount: bigint },
): Promise<void> => {
  const available = await ledger.available(trx, toTeam, unit);
  const back = amount < available ? amount : available;
  if (back <= 0n) return;
  await ledger.post(trx, {
    id: namedId(fromTeam, "received twice", unit),
    from: { teamId: toTeam, unit },
    to: { system, unit },
    amount: back,
    reason: "Received by both merged accounts",
    ref: { team: fromTeam },
  });
};

/** Moves the mini app account's invitees to the wallet's account. An account never becomes its own inviter. */
const moveInvited = async (trx: Trx, fromId: string, toId: string): Promise<void> => {
  const userIds = await trx
    .selectFrom("person")
    .select(["id", "invited_by"])
    .where("id", "in", [fromId, toId])
    .execute();
  const inviterOf = (id: string): string | null => userIds.find((row) => row.id === id)?.invited_by ?? null;
  await trx
    .updateTable("person")
    .set({ invited_by: toId })
    .where("invited_by", "=", fromId)
    .where("id", "<>", toId)
    .execute();
  const own = inviterOf(toId) === fromId ? null : inviterOf(toId);
  const inherited = inviterOf(fromId) === toId ? null : inviterOf(fromId);
  await trx
    .updateTable("person")
    .set({ invited_by: own ?? inherited })
    .where("id", "=", toId)
    .execute();
};
