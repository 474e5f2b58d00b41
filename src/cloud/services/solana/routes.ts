import { linkSolana, solanaMessage, unlinkSolana } from "../../../../resources/account/solana.ts";
import type { Realtime } from "../../engines/realtime/realtime.ts";
import type { Auth } from "../auth/service.ts";
import { route, type Route } from "../route.ts";
import type { SolanaLinks } from "./service.ts";

interface Parts {
  readonly links: SolanaLinks;
  readonly auth: Pick<Auth, "user">;
  readonly realtime: Pick<Realtime, "toUser">;
}

/** Linking a Solana address and forgetting it. */
export const solanaRoutes = ({ links, auth, realtime }: Parts): Route[] => {
  const changed = (personId: string) => () => realtime.toUser(personId, "updateUser", {});
  return [
    route(solanaMessage, async ({ db, caller, body, origin }) => ({
      message: await links.messageFor(db, caller.userId, { address: body.address, origin }),
    })),
    route(linkSolana, async ({ db, caller, body, afterCommit }) => {
      const { userId } = caller;
      afterCommit(changed(userId));
      if (!("transaction" in body)) return { address: await links.linkBySignature(db, userId, body) };
      const { euid } = await auth.user(db, userId);
      return { address: await links.linkByTransaction(db, { id: userId, euid }, body.transaction) };
    }),
    route(unlinkSolana, async ({ db, caller, afterCommit }) => {
      await links.unlink(db, caller.userId);
      afterCommit(changed(caller.userId));
      return null;
    }),
  ];
};
