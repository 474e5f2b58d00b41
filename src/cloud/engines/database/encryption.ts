/** Encrypts what stands in the database, such as keys; given to engines that keep any. */
export interface Encryption {
  /** `purpose` says what it is; the same must be named to open it. */
  seal(purpose: string, text: string): Buffer;
  /** Throws under another key or purpose. */
  open(purpose: string, sealed: Buffer): string;
}
