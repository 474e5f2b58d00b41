/** Codes with which the network's JSON-RPC refused transactions. */
export const liteCodes = {
  nonceMismatch: 101,
  incorrect: 103,
  other: 104,
  incorrectEthSignature: 202,
  keyChangeNotAuthorized: 203,
} as const;

/** Why a transaction was not taken. Nothing has happened then. */
export class LiteRefused extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = "LiteRefused";
    this.code = code;
  }
}
