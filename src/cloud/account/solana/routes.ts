import { linkSolana, solanaMessage, unlinkSolana } from "../../../../resources/account/solana.ts";
import type { Trx } from "../../engines/database/database.ts";
import type { Realtime } from "../../engines/realtime/realtime.ts";
import type { Auth } from "../auth/service.ts";
import { inPhases, route, type Route } from "../../kernel/calls/route.ts";
import type { SolanaLinks } from "./service.ts";

interface Deps {
  readonly links: SolanaLinks;
  readonly auth: Pick<Auth, "user">;
  readonly realtime: Pick<Realtime, "toUser">;
}

/** Links and unlinks a Solana address. */
export const solanaRoutes = ({ links, auth, realtime }: Deps): Route[] => {
  const changed = (personId: string) => () => realtime.toUser(personId, "updateUser", {});
  return [
    route(solanaMessage, async ({ db, caller, body, origin }) => ({
      message: await links.messageFor(db, caller.userId, { address: body.address, origin }),
    })),
    route(
      linkSolana,
      inPhases({
        prepare: async ({ db, caller: { userId }, body }) => {
          if (!("transaction" in body)) return (trx: Trx) => links.linkBySignature(trx, userId, body);
          const { euid } = await auth.user(db, userId);
          const payer = await links.payerOf(body.transaction, euid);
          return (trx: Trx) => links.link(trx, userId, payer);
        },
        write: async ({ db, caller, afterCommit }, link) => {
          afterCommit(changed(caller.userId));
          return { address: await link(db) };
        },
      }),
    ),
    route(unlinkSolana, async ({ db, caller, afterCommit }) => {
      await links.unlink(db, caller.userId);
      afterCommit(changed(caller.userId));
      return null;
    }),
  ];
};
