import { bind, flc, flcDone, unbind, vcode } from "../../../../resources/account/bind.ts";
import { codeHostReturn } from "../../../../resources/pages.ts";
import { AppError, invalidField } from "../../kernel/app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Realtime } from "../../engines/realtime/realtime.ts";
import { deviceOf, type Auth, type Device } from "../auth/service.ts";
import type { DetectedAccount, ShownAccount, CodeHosts } from "../../hosting/code-host/service.ts";
import { route, type Context, type Route } from "../../kernel/calls/route.ts";
import type { Teams } from "../teams/service.ts";
import type { AuthData } from "../../../../resources/account/session.ts";
import type { Accounts } from "./service.ts";

interface Deps extends BindDeps {
  readonly teams: Pick<Teams, "signedIn" | "announce" | "welcome">;
  readonly realtime: Pick<Realtime, "toUser">;
  readonly publicUrl: string | undefined;
}

/** GitHub sign-in, and linking a GitHub account to a wallet. */
export const bindRoutes = (deps: Deps): Route[] => {
  const { codeHosts, realtime, publicUrl } = deps;
  const tell = (personId: string): void => realtime.toUser(personId, "updateUser", {});

  return [
    route(bind, async ({ db, caller, body, origin, headers, ip, afterCommit, logged }) => {
      const { apply, browser, code } = body;
      const redirectUri = new URL(codeHostReturn.path, publicUrl ?? origin).href;
      const leave = async (personId: string | null) => {
        logged(false);
        return { applyR: await codeHosts.start(db, { personId, browser, returnTo: "", redirectUri }), github: null };
      };
      if (apply === "") return leave(null);
      if (!caller) throw new AppError("UNAUTHORIZED");
      const personId = caller.userId;
      await refuseForeignWallet(deps, db, personId, apply);
      const shown = code === undefined ? undefined : { code, browser };
      const account = shown && (await offered(deps, db, personId, shown));
      if (!account) return leave(personId);
      await codeHosts.forgetDetected(db, shown);
      const device = deviceOf({ headers, ip });
      refuseUnlinked(await bindAccount(deps, db, { personId, account, device, afterCommit }));
      logged({ target: account.login });
      afterCommit(() => tell(personId));
      return { applyR: "", github: { name: account.login } };
    }),
    route(vcode, async ({ db, caller, params, query, headers, ip, afterCommit, logged }) => {
      const { state, browser, inviteCode } = query;
      const code = params.code;
      const request = await codeHosts.take(db, state, browser);
      if (!request) throw new AppError("CODE_HOST_LINK_EXPIRED");
      const { personId } = request;
      if (personId !== null && personId !== caller?.userId) throw new AppError("CODE_HOST_MISMATCH");
      const account = await codeHosts.account(request, { code, state });
      if (personId === null) {
        logged(false);
        const stoken = await signIn(deps, db, { account, shown: { code, browser }, inviteCode, afterCommit });
        return { stoken, github: { name: account.login } };
      }
      const device = deviceOf({ headers, ip });
      refuseUnlinked(
        await inTransaction(db, (trx, afterCommit) =>
          bindAccount(deps, trx, { personId, account, device, afterCommit }),
        ),
      );
      logged({ target: account.login });
      tell(personId);
      return { stoken: null, github: { name: account.login } };
    }),
    route(flc, async ({ db, caller, query }) => {
      const account = await offered(deps, db, caller.userId, query);
      return { res: account !== undefined, github: account ? { name: account.login } : null };
    }),
    route(flcDone, async ({ db, query }) => {
      await codeHosts.forgetDetected(db, query);
      return null;
    }),
    route(unbind, async ({ db, caller, afterCommit, logged }) => {
      const login = await codeHosts.login(db, caller.userId);
      await codeHosts.unlink(db, caller.userId);
      logged(login !== undefined && { target: login });
      afterCommit(() => tell(caller.userId));
      return null;
    }),
  ];
};

const refuseForeignWallet = async (
  { auth }: Pick<Deps, "auth">,
  db: Db,
  personId: string,
  address: string,
): Promise<void> => {
  const wallets = await auth.wallets(db, personId);
  if (wallets.some((wallet) => wallet.address.toLowerCase() === address.toLowerCase())) return;
  throw invalidField("apply", "This wallet isn't linked to your account.");
};

interface SigningIn {
  readonly account: DetectedAccount;
  readonly shown: ShownAccount;
  readonly inviteCode: string | undefined;
  readonly afterCommit: Context["afterCommit"];
}

/**
 * Returns the one-time token of the account's owner. An unlinked account is stored for this browser;
 * CODE_HOST_NOT_BOUND.
 */
const signIn = async (
  { auth, codeHosts, teams }: Deps,
  db: Db,
  { account, shown, inviteCode, afterCommit }: SigningIn,
): Promise<string> => {
  const personId = await codeHosts.ownerOf(db, account.id);
  if (personId === undefined) {
    await codeHosts.remember(db, shown, account);
    throw new AppError("CODE_HOST_NOT_BOUND");
  }
  const { stoken, news } = await db.transaction().execute(async (trx) => ({
    stoken: await auth.signInToken(trx, personId),
    news: await teams.signedIn(trx, { personId, isNew: false, inviteCode }),
  }));
  afterCommit(() => teams.announce(news));
  afterCommit(() => teams.welcome(personId));
  return stoken;
};

/** A GET has no transaction, so this opens one. */
const inTransaction = async (
  db: Db,
  work: (trx: Trx, afterCommit: (effect: () => Promise<void>) => void) => Promise<Bound>,
): Promise<Bound> => {
  const effects: (() => Promise<void>)[] = [];
  const bound = await db.transaction().execute((trx) => work(trx, (effect) => void effects.push(effect)));
  for (const effect of effects) await effect();
  return bound;
};

interface BindDeps {
  readonly accounts: Accounts;
  readonly auth: Auth;
  readonly codeHosts: CodeHosts;
}

/** `became`: the wallet moved to the other user, and this is a session as that user. */
type Bound = { readonly kind: "linked" | "taken" } | { readonly kind: "became"; readonly data: AuthData };

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
const bindAccount = async (
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
const refuseUnlinked = (bound: Bound): void => {
  if (bound.kind === "taken") throw new AppError("CODE_HOST_TAKEN", { keepsChanges: true });
  if (bound.kind === "became")
    throw new AppError("CODE_HOST_BOUND", { keepsChanges: true, data: JSON.stringify(bound.data) });
};

/** Returns the account detected in this browser, unless the user already has one linked. Throws CODE_HOST_MISMATCH. */
const offered = async (
  { codeHosts }: Pick<BindDeps, "codeHosts">,
  db: Db,
  personId: string,
  shown: ShownAccount,
): Promise<DetectedAccount | undefined> => {
  const account = await codeHosts.detected(db, shown);
  if (account === "mismatch") throw new AppError("CODE_HOST_MISMATCH");
  return account && (await codeHosts.login(db, personId)) === undefined ? account : undefined;
};
