/** Certificates for host names, from an ACME authority (RFC 8555) with HTTP-01 challenges. */

export interface Certificate {
  /** PEM: the certificate of the name first, then its issuers. */
  readonly chain: string;
  /** PEM. */
  readonly privateKey: string;
  readonly expiresAt: Date;
  /** Time at which to order the next certificate. */
  readonly renewAt: Date;
}

/** Key authorizations served at http://<name>/.well-known/acme-challenge/<token>. */
export interface Challenges {
  put(token: string, keyAuthorization: string): Promise<void>;
  remove(token: string): Promise<void>;
}

export interface CertificateAuthority {
  readonly directoryUrl: string;
  newAccountKey(): Promise<string>;
  /**
   * Orders a certificate for a name and waits until it is issued. Throws with the authority's message if it refuses.
   */
  order(name: string, accountKey: string, challenges: Challenges): Promise<Certificate>;
}
