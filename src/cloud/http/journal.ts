/** What a call leaves in the operation log: the declaration's code, the caller, and what its handler says it was done to. */
import type { CallSpec } from "../../../resources/define.ts";
import type { Db } from "../engines/database/database.ts";
import { detailsOf, recordOperation } from "../services/operation-log/service.ts";
import type { Context, Logged } from "../services/route.ts";
import type { Signed } from "./identify.ts";

export interface Journal {
  readonly logged: Context["logged"];
  /** Keeps the entry; nothing for a call that keeps none, or of which no team is known. */
  write(db: Db): Promise<void>;
}

export const createJournal = (
  spec: CallSpec,
  signed: Signed | undefined,
  { params, body, ip }: Pick<Context, "params" | "ip"> & { readonly body: unknown },
): Journal => {
  let said: Logged | false = {};
  return {
    logged: (words) => {
      said = words && { ...said, ...words };
    },
    write: async (db) => {
      if (!spec.log || said === false) return;
      const { caller } = signed ?? {};
      const { teamId = caller?.teamId, personId = caller?.userId ?? null, details, via, target = nameIn(body) } = said;
      if (teamId === undefined) return;
      await recordOperation(db, {
        teamId,
        personId,
        via: via ?? (signed?.by === "token" ? "TOKEN" : "SESSION"),
        action: spec.log,
        target,
        details: { ...detailsOf(spec, params, body), ...details },
        ip,
      });
    },
  };
};

/** What is made mostly has a name, or is one. */
const nameIn = (body: unknown): string => {
  const { name, projectName, domain } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const called = name ?? projectName ?? domain;
  return typeof called === "string" ? called : "";
};
