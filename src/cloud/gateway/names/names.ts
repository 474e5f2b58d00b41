/**
 * Creates, publishes, renews and deletes team names. Signing locks the name's row, so its sequence number only
 * increases.
 */
import { generateKeyPair, privateKeyToProtobuf } from "@libp2p/crypto/keys";
import { base36 } from "multiformats/bases/base36";
import { isFull } from "../../../../resources/declare/define.ts";
import { ipnsNames } from "../../../../resources/gateway/ipns-names.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import type { SecretBox } from "../../kernel/secret-box.ts";
import { signRecord } from "./record.ts";
import { parseValue, valueText } from "./value.ts";
import type { SealedColumn } from "../../engines/database/encryption.ts";

export type NameRow = RowOf<"ipns_name">;

export interface NewName {
  readonly name: string;
  readonly value: string;
  /** Days. */
  readonly lifetime: number;
}

const dayMs = 86_400_000;

/** Generates a key and publishes its first record. Throws NAME_TAKEN, LIMIT_REACHED and INVALID_INPUT. */
export const createName = async (
  trx: Trx,
  box: SecretBox,
  teamId: string,
  { name, value, lifetime }: NewName,
): Promise<NameRow> => {
  // Locking the team's row guards the limit against concurrent requests.
  await trx.selectFrom("team").select("id").where("id", "=", teamId).forUpdate().execute();
  await checkLimits(trx, teamId, name);
  const pair = await generateKeyPair("Ed25519");
  const key = pair.publicKey.toCID().toString(base36);
  const privateKey = privateKeyToProtobuf(pair);
  const signed = await signValues(privateKey, { value: checkedValue(value), lifetimeDays: lifetime, sequence: 1n });
  const sealed_key = box.seal(purposeOf(key), Buffer.from(privateKey).toString("base64"));
  return trx
    .insertInto("ipns_name")
    .values({ key, team_id: teamId, name, sealed_key, created_at: new Date(), ...signed })
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** Signs the next record, with a new or the same value and lifetime. */
export const signNext = async (
  trx: Trx,
  box: SecretBox,
  row: NameRow,
  change: { readonly value?: string; readonly lifetime?: number | undefined } = {},
): Promise<NameRow> => {
  const privateKey = Buffer.from(box.open(purposeOf(row.key), row.sealed_key), "base64");
  const signed = await signValues(privateKey, {
    value: change.value === undefined ? row.value : checkedValue(change.value),
    lifetimeDays: change.lifetime ?? row.lifetime_days,
    sequence: BigInt(row.sequence) + 1n,
  });
  return trx
    .updateTable("ipns_name")
    .set({ ...signed, updated_at: new Date() })
    .where("key", "=", row.key)
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** Finds and locks a name until the transaction ends. Throws NOT_FOUND, also for other teams' names. */
export const lockName = async (trx: Trx, teamId: string, key: string): Promise<NameRow> => {
  const row = await trx
    .selectFrom("ipns_name")
    .selectAll()
    .where("team_id", "=", teamId)
    .where("key", "=", key)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError("NOT_FOUND");
  return row;
};

/** Records are renewed after half of their lifetime, at least half a day before they expire. */
export const republishAt = (expiresAt: Date, lifetimeDays: number): Date =>
  new Date(expiresAt.getTime() - (lifetimeDays * dayMs) / 2);

const signValues = async (
  privateKey: Uint8Array,
  next: { readonly value: string; readonly lifetimeDays: number; readonly sequence: bigint },
) => {
  const { value, lifetimeDays, sequence } = next;
  const expiresAt = new Date(Date.now() + lifetimeDays * dayMs);
  const record = await signRecord(privateKey, { value, sequence, expiresAt });
  return {
    value,
    lifetime_days: lifetimeDays,
    sequence,
    record: Buffer.from(record),
    expires_at: expiresAt,
    republish_at: republishAt(expiresAt, lifetimeDays),
  };
};

const checkLimits = async (trx: Trx, teamId: string, name: string): Promise<void> => {
  const names = await trx.selectFrom("ipns_name").select("name").where("team_id", "=", teamId).execute();
  if (isFull(ipnsNames, names.length)) throw new AppError("LIMIT_REACHED");
  if (names.some((row) => row.name === name)) {
    throw new AppError("NAME_TAKEN", { fields: { name: ["Your team already has a name with this label."] } });
  }
};

const checkedValue = (text: string): string => {
  const value = parseValue(text.trim());
  if (value) return valueText(value);
  throw new AppError("INVALID_INPUT", {
    fields: { value: ["Use a path like /ipfs/bafy… or /ipns/k51…, or a CID."] },
  });
};

const purposeOf = (key: string): string => `IPNS name ${key}`;

export const sealedNameKeys: SealedColumn = {
  table: "ipns_name",
  column: "sealed_key",
  key: "key",
  purpose: purposeOf,
};
