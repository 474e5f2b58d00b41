/** Certificates for host names, from an authority that speaks ACME (RFC 8555) and asks back over HTTP (HTTP-01). */

export interface Certificate {
  /** PEM: the name's own certificate first, then those it is signed by. */
  readonly chain: string;
  /** PEM. */
  readonly privateKey: string;
  readonly expiresAt: Date;
  /** When the next one should be ordered. */
  readonly renewAt: Date;
}

/** What the authority is answered at http://<name>/.well-known/acme-challenge/<token>. */
export interface Challenges {
  put(token: string, keyAuthorization: string): Promise<void>;
  remove(token: string): Promise<void>;
}

export interface CertificateAuthority {
  readonly directoryUrl: string;
  newAccountKey(): Promise<string>;
  /** Orders a certificate for a name and waits until it is issued. Throws with the authority's own words when it refuses. */
  order(name: string, accountKey: string, challenges: Challenges): Promise<Certificate>;
}
