const EUID_BYTES = 32;
const PREFIXED = "0x";
const MARKED = "xxx";

/**
 * A user's on-chain account key (bytes32): the uid's hex bytes, left-aligned and zero-padded. The last byte is their
 * number, plus 32 if the uid started with 0x; byte 30 is 1 for a uid that started with `xxx`.
 */
export const euidOf = (uid: string): `0x${string}` => {
  const prefixed = uid.startsWith(PREFIXED);
  const marked = uid.startsWith(MARKED);
  const hex = uid.slice((prefixed && PREFIXED.length) || (marked && MARKED.length) || 0);
  const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, "hex");
  if (!/^[0-9a-f]+$/i.test(hex) || bytes.length > EUID_BYTES - 2) throw new Error("A uid is at most 30 bytes of hex.");
  const euid = Buffer.alloc(EUID_BYTES);
  bytes.copy(euid);
  if (marked) euid[EUID_BYTES - 2] = 1;
  euid[EUID_BYTES - 1] = bytes.length + (prefixed ? EUID_BYTES : 0);
  return `0x${euid.toString("hex")}`;
};

/** Returns the uid of a key; undefined for invalid keys. */
export const uidOfEuid = (euid: string): string | undefined => {
  if (!/^0x[0-9a-f]{64}$/i.test(euid)) return undefined;
  const bytes = Buffer.from(euid.slice(PREFIXED.length), "hex");
  const last = bytes[EUID_BYTES - 1]!;
  const length = last % EUID_BYTES;
  if (length === 0 || length > EUID_BYTES - 2) return undefined;
  const prefix = (last >= EUID_BYTES && PREFIXED) || (bytes[EUID_BYTES - 2] === 1 && MARKED) || "";
  const uid = prefix + bytes.toString("hex", 0, length);
  return euidOf(uid) === euid.toLowerCase() ? uid : undefined;
};
