/** Encrypts secrets in the database, such as keys; passed to engines that store any. */
export interface Encryption {
  /** Encrypts `text`; decrypting requires the same `purpose`. */
  seal(purpose: string, text: string): Buffer;
  /** Throws with a different key or purpose. */
  open(purpose: string, sealed: Buffer): string;
}
