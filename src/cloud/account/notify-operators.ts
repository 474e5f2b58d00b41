import type { Trx } from "../engines/database/database.ts";
import type { Auth } from "./auth/service.ts";
import type { Notices } from "./notices/service.ts";

export interface OperatorDeps {
  readonly auth: Pick<Auth, "operators">;
  readonly notices: Pick<Notices, "create" | "refresh">;
}

/** Notifies all operators. Returns the effect to run after the commit. */
export const notifyOperators = async (
  { auth, notices }: OperatorDeps,
  trx: Trx,
  notice: { readonly message: string; readonly url: string; readonly label: string },
): Promise<() => void> => {
  const operatorIds = await auth.operators(trx);
  for (const personId of operatorIds) await notices.create(trx, personId, { type: "NORMAL", ...notice });
  return () => operatorIds.forEach(notices.refresh);
};
