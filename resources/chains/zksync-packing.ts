/**
 * Encodes zkSync Lite transactions as bytes for the account key (RedDSA) and as text for the wallet (EIP-191).
 * Version 1 of the format: big-endian; amounts are decimal floats of 35 + 5 bits, fees of 11 + 5.
 */

export interface LiteTransfer {
  readonly accountId: number;
  readonly from: string;
  readonly to: string;
  readonly token: number;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly nonce: number;
  /** Unix seconds. */
  readonly validFrom: number;
  readonly validUntil: number;
}

export interface LiteKeyChange extends Pick<LiteTransfer, "accountId" | "fee" | "nonce" | "validFrom" | "validUntil"> {
  readonly account: string;
  /** "sync:" and 40 hexadecimal digits. */
  readonly newPkHash: string;
  readonly feeToken: number;
}

/** Throws RangeError for an amount or a fee that has too many digits. */
export const packTransfer = (transfer: LiteTransfer): Uint8Array =>
  joined(
    Uint8Array.of(0xff - 5, version),
    whole(transfer.accountId, 4),
    hexBytes(transfer.from),
    hexBytes(transfer.to),
    whole(transfer.token, 4),
    packAmount(transfer.amount),
    packFee(transfer.fee),
    whole(transfer.nonce, 4),
    whole(transfer.validFrom, 8),
    whole(transfer.validUntil, 8),
  );

/** Throws RangeError for a fee that has too many digits. */
export const packKeyChange = (change: LiteKeyChange): Uint8Array =>
  joined(
    Uint8Array.of(0xff - 7, version),
    whole(change.accountId, 4),
    hexBytes(change.account),
    hexBytes(change.newPkHash),
    whole(change.feeToken, 4),
    packFee(change.fee),
    whole(change.nonce, 4),
    whole(change.validFrom, 8),
    whole(change.validUntil, 8),
  );

/** Bytes that the wallet signs to change its account's key. */
export const keyChangeMessage = ({
  newPkHash,
  nonce,
  accountId,
}: Pick<LiteKeyChange, "newPkHash" | "nonce" | "accountId">): Uint8Array =>
  joined(hexBytes(newPkHash), whole(nonce, 4), whole(accountId, 4), new Uint8Array(32));

/** Text that the wallet signs for an ETH transfer, in addition to the account key. */
export const transferText = ({ amount, to, fee, nonce }: Pick<LiteTransfer, "amount" | "to" | "fee" | "nonce">) =>
  [
    ...(amount > 0n ? [`Transfer ${ether(amount)} ETH to: ${to.toLowerCase()}`] : []),
    ...(fee > 0n ? [`Fee: ${ether(fee)} ETH`] : []),
    `Nonce: ${nonce}`,
  ].join("\n");

/** Message whose wallet signature seeds the account key. */
export const keySeedText = "Access zkSync account.\n\nOnly sign this message for a trusted client!";

const version = 1;
const exponentBits = 5n;
const mantissaBits = { amount: 35n, fee: 11n };

const packAmount = (value: bigint): Uint8Array => float(value, mantissaBits.amount);
const packFee = (value: bigint): Uint8Array => float(value, mantissaBits.fee);

const float = (value: bigint, bits: bigint): Uint8Array => {
  let [mantissa, exponent] = [value, 0n];
  while (mantissa >> bits > 0n && mantissa % 10n === 0n && exponent < 31n) {
    mantissa /= 10n;
    exponent += 1n;
  }
  if (mantissa >> bits > 0n) throw new RangeError(`${value} has too many digits for zkSync Lite.`);
  return whole((mantissa << exponentBits) | exponent, Number((bits + exponentBits) / 8n));
};

const whole = (value: number | bigint, length: number): Uint8Array =>
  hexBytes(
    BigInt(value)
      .toString(16)
      .padStart(length * 2, "0"),
  );

/** From 0x…, sync:… or plain digits. */
const hexBytes = (text: string): Uint8Array =>
  Uint8Array.from(text.replace(/^(0x|sync:)/, "").match(/../g) ?? [], (pair) => parseInt(pair, 16));

const joined = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));

const ether = (wei: bigint): string => {
  const digits = String(wei).padStart(19, "0");
  const fraction = digits.slice(-18).replace(/0+$/, "") || "0";
  return `${digits.slice(0, -18)}.${fraction}`;
};
