import type { RawBuilder } from "kysely";

/** Encrypts secrets in the database, such as keys; passed to engines that store any. */
export interface Encryption {
  /** Encrypts `text`; decrypting requires the same `purpose`. */
  seal(purpose: string, text: string): Buffer;
  /** Throws with a different key or purpose. */
  open(purpose: string, sealed: Buffer): string;
}

/** A column of sealed values. Its module declares it, so that another key can replace the one that sealed them. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The column that identifies a row. */
  readonly key: string;
  /** What the value of a row was sealed for. */
  purpose(key: string): string;
  /** The column holds base64 text, not bytes. */
  readonly isText?: true;
  /** Rows whose value is sealed. Default: all that have one. */
  readonly where?: RawBuilder<boolean>;
}

export const evmPurpose = "evm-keys";
export const tonPurpose = "ton-keys";
export const botPurpose = "bot-token";
export const rollupPurpose = (id: string): string => `rollup ${id}`;

/** Declared here for all engines: the code of local networks is loaded only where they run. */
export const sealedByEngines: readonly SealedColumn[] = [
  { table: "evm_key", column: "sealed", key: "only_one", purpose: () => evmPurpose },
  { table: "ton_key", column: "sealed", key: "only_one", purpose: () => tonPurpose },
  { table: "bot_key", column: "sealed", key: "only_one", purpose: () => botPurpose },
  { table: "rollup_chain", column: "sealed", key: "id", purpose: rollupPurpose },
];
