import { randomInt } from "node:crypto";
import { reservedHostnames } from "../../../../resources/limits.ts";
import type { Db, Trx } from "../../engines/database/database.ts";

/** Target of a host name: its kind (project, gateway, rollup …) and ID. */
export interface HostnameTarget {
  readonly kind: string;
  readonly id: string;
}

export type Hostnames = ReturnType<typeof createHostnames>;

const LABEL_MAX = 63;
const SUFFIX_LENGTH = 4;
const ATTEMPTS = 20;
const reserved: ReadonlySet<string> = new Set(reservedHostnames);

/** Manages host names. A label is unique among all kinds, and reserved labels are never assigned. */
export const createHostnames = () => ({
  /** Claims a host name based on `wished`; returns the assigned label. */
  async claim(trx: Trx, wished: string, kind: string, id: string): Promise<string> {
    const base = toLabel(wished);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const label = attempt === 0 ? base : withSuffix(base);
      if (await take(trx, label, kind, id)) return label;
    }
    throw new Error(`No host name based on ${base} is available.`);
  },
  /** Claims exactly this label; returns false if it is taken or reserved. */
  take,
  /** Returns the labels that are available. */
  async free(db: Db, labels: readonly string[]): Promise<ReadonlySet<string>> {
    const existing = await db.selectFrom("hostname").select("label").where("label", "in", labels).execute();
    const unavailable = new Set([...reserved, ...existing.map(({ label }) => label)]);
    return new Set(labels.filter((label) => !unavailable.has(label)));
  },
  /** Releases all host names of a target. */
  async release(trx: Trx, kind: string, id: string): Promise<void> {
    await trx.deleteFrom("hostname").where("kind", "=", kind).where("target_id", "=", id).execute();
  },
  async lookup(db: Db, label: string): Promise<HostnameTarget | undefined> {
    const row = await db
      .selectFrom("hostname")
      .select(["kind", "target_id"])
      .where("label", "=", label)
      .executeTakeFirst();
    return row && { kind: row.kind, id: row.target_id };
  },
});

const take = async (trx: Trx, label: string, kind: string, id: string): Promise<boolean> => {
  if (reserved.has(label)) return false;
  const row = await trx
    .insertInto("hostname")
    .values({ label, kind, target_id: id, created_at: new Date() })
    .onConflict((conflict) => conflict.column("label").doNothing())
    .returning("label")
    .executeTakeFirst();
  return row !== undefined;
};

/** Converts a name to a DNS label (RFC 1035): "Été — 2024" becomes "ete-2024". */
export const toLabel = (name: string): string => {
  const label = name
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, LABEL_MAX)
    .replace(/-$/, "");
  return label || "site";
};

const withSuffix = (base: string): string => {
  const suffix = Array.from({ length: SUFFIX_LENGTH }, () => randomInt(36).toString(36)).join("");
  return `${base.slice(0, LABEL_MAX - SUFFIX_LENGTH - 1).replace(/-$/, "")}-${suffix}`;
};
