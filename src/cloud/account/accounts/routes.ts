import { deleteAccount, whatGoes } from "../../../../resources/account/deletion.ts";
import { invalidField } from "../../kernel/app-error.ts";
import type { Auth } from "../auth/service.ts";
import { route, type Route } from "../../kernel/calls/route.ts";
import type { Accounts } from "./service.ts";

/** Account deletion and its preview. */
export const accountEndRoutes = (accounts: Accounts, auth: Pick<Auth, "user" | "wallets">): Route[] => [
  route(whatGoes, ({ db, caller }) => accounts.contents(db, caller.userId)),
  route(deleteAccount, async ({ db, caller, body, ip, afterCommit }) => {
    const { username } = await auth.user(db, caller.userId);
    const addresses = (await auth.wallets(db, caller.userId)).map(({ address }) => address.toLowerCase());
    if (body.confirm !== username && !addresses.includes(body.confirm.toLowerCase()))
      throw invalidField("confirm", "Enter your account name or one of its wallet addresses.");
    afterCommit(await accounts.remove(db, caller.userId, ip));
    return null;
  }),
];
