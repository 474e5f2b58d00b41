/** Links a code-hosting account to a user, and resolves conflicts with another user's link. */
import type { AuthData } from "../../../../resources/account/session.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { AppError } from "../../app-error.ts";
import type { Auth, Device } from "../auth/service.ts";
import type { CodeHosts, DetectedAccount, ShownAccount } from "../code-host/service.ts";
import type { Accounts } from "./service.ts";

export interface BindDeps {
  readonly accounts: Accounts;
  readonly auth: Auth;
  readonly codeHosts: CodeHosts;
}

/** `became`: the wallet moved to the other user, and this is a session as that user. */
export type Bound = { readonly kind: "linked" | "taken" } | { readonly kind: "became"; readonly data: AuthData };

interface Binding {
  readonly personId: string;
  readonly account: DetectedAccount;
  readonly device: Device;
  readonly afterCommit: (effect: () => Promise<void>) => void;
}

/**
 * Links an account to a user. If another user has it, this wallet moves to that user, provided the wallet's own account
 * is new and empty; that account is deleted.
 */
export const bindAccount = async (
  { accounts, auth, codeHosts }: BindDeps,
  trx: Trx,
  { personId, account, device, afterCommit }: Binding,
): Promise<Bound> => {
  const owner = await codeHosts.keep(trx, personId, account);
  if (owner === undefined) return { kind: "linked" };
  if (!(await accounts.isNewAndEmpty(trx, personId))) return { kind: "taken" };
  await auth.giveWallets(trx, personId, owner);
  afterCommit(await accounts.removeReplaced(trx, personId, device.ip));
  const { data } = await auth.openSession(trx, await auth.signInToken(trx, owner), device);
  return { kind: "became", data };
};

/** Throws the result of a link that failed. The browser takes the new session from the error's `data`. */
export const refuseUnlinked = (bound: Bound): void => {
  if (bound.kind === "taken") throw new AppError("CODE_HOST_TAKEN", { keepsChanges: true });
  if (bound.kind === "became")
    throw new AppError("CODE_HOST_BOUND", { keepsChanges: true, data: JSON.stringify(bound.data) });
};

/** Returns the account detected in this browser, unless the user already has one linked. Throws CODE_HOST_MISMATCH. */
export const offered = async (
  { codeHosts }: Pick<BindDeps, "codeHosts">,
  db: Db,
  personId: string,
  shown: ShownAccount,
): Promise<DetectedAccount | undefined> => {
  const account = await codeHosts.detected(db, shown);
  if (account === "mismatch") throw new AppError("CODE_HOST_MISMATCH");
  return account && (await codeHosts.login(db, personId)) === undefined ? account : undefined;
};
