/** Signs, verifies and reads IPNS records (https://specs.ipfs.tech/ipns/ipns-record/). */
import { privateKeyFromProtobuf } from "@libp2p/crypto/keys";
import {
  createIPNSRecordWithExpiration,
  marshalIPNSRecord,
  multihashToIPNSRoutingKey,
  unmarshalIPNSRecord,
} from "ipns";
import { ipnsValidator } from "ipns/validator";
import { ipnsTtlSeconds } from "../../../../resources/gateway/limits.ts";
import { multihashOf } from "./name.ts";

export interface ReadRecord {
  readonly bytes: Uint8Array;
  /** The signed value: "/ipfs/…", "/ipns/…" or any other text. */
  readonly value: string;
  readonly sequence: bigint;
  readonly expiresAt: Date;
  readonly ttlSeconds: number;
}

/** Returns how long a record may be cached, in whole seconds: its TTL, but never past its expiry. */
export const cacheSeconds = ({ ttlSeconds, expiresAt }: Pick<ReadRecord, "ttlSeconds" | "expiresAt">): number =>
  Math.max(0, Math.min(ttlSeconds, Math.floor((expiresAt.getTime() - Date.now()) / 1000)));

/** Whether a record has not expired. */
export const isValid = ({ expiresAt }: Pick<ReadRecord, "expiresAt">): boolean => expiresAt.getTime() > Date.now();

const nanoseconds = 1_000_000_000n;
const sequenceMax = 2n ** 64n - 1n;
/** TTL of a record without one. */
const ttlDefault = 300;
const ttlMax = 365 * 86_400;
/** Latest date that is stored. */
const latest = Date.UTC(9999, 0);

/** Signs a record. `privateKey` is a libp2p protobuf. */
export const signRecord = async (
  privateKey: Uint8Array,
  { value, sequence, expiresAt }: { readonly value: string; readonly sequence: bigint; readonly expiresAt: Date },
): Promise<Uint8Array> => {
  const key = privateKeyFromProtobuf(privateKey);
  const ttlNs = BigInt(ipnsTtlSeconds) * nanoseconds;
  const until = expiresAt.toISOString().replace("Z", "000000Z");
  return marshalIPNSRecord(
    await createIPNSRecordWithExpiration(key, value, sequence, until, { ttlNs, v1Compatible: true }),
  );
};

/** Verifies and reads a record of the name. Throws if it is malformed, expired or not signed by the name's key. */
export const verifyRecord = async (key: string, bytes: Uint8Array): Promise<ReadRecord> => {
  await ipnsValidator(multihashToIPNSRoutingKey(multihashOf(key)), bytes);
  return readRecord(bytes);
};

/** Reads a verified record. */
export const readRecord = (bytes: Uint8Array): ReadRecord => {
  const { value, sequence, validity, ttl } = unmarshalIPNSRecord(bytes);
  const expiresAt = Date.parse(validity);
  if (Number.isNaN(expiresAt)) throw new Error("The record has no expiry date.");
  if (sequence < 0n || sequence > sequenceMax) throw new Error("The record has no sequence number.");
  return {
    bytes,
    value,
    sequence,
    expiresAt: new Date(Math.min(expiresAt, latest)),
    ttlSeconds: ttl === undefined ? ttlDefault : Math.min(Math.max(Number(ttl / nanoseconds), 0), ttlMax),
  };
};
