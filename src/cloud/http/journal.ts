/**
 * Writes a call's entry in the operation log: the declaration's code, the caller, and the subject set by its handler.
 */
import type { CallSpec } from "../../../resources/define.ts";
import type { Db } from "../engines/database/database.ts";
import { detailsOf, recordOperation } from "../services/operation-log/service.ts";
import type { Context, Logged } from "../services/route.ts";
import type { Signed } from "./identify.ts";

export interface Journal {
  readonly logged: Context["logged"];
  /** Writes the entry; does nothing for a call without one or without a team. */
  write(db: Db): Promise<void>;
}

export const createJournal = (
  spec: CallSpec,
  signed: Signed | undefined,
  { params, body, ip }: Pick<Context, "params" | "ip"> & { readonly body: unknown },
): Journal => {
  let entry: Logged | false = {};
  return {
    logged: (extra) => {
      entry = extra && { ...entry, ...extra };
    },
    write: async (db) => {
      if (!spec.log || entry === false) return;
      const { caller } = signed ?? {};
      const { teamId = caller?.teamId, personId = caller?.userId ?? null, details, via, target = nameIn(body) } = entry;
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

/** Returns the name of a created object: most have one, or are one. */
const nameIn = (body: unknown): string => {
  const { name, projectName, domain } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const called = name ?? projectName ?? domain;
  return typeof called === "string" ? called : "";
};
