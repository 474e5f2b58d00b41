/** Error codes of the network's JSON-RPC for refused transactions. */
export const liteCodes = {
  nonceMismatch: 101,
  incorrect: 103,
  other: 104,
  incorrectEthSignature: 202,
  keyChangeNotAuthorized: 203,
} as const;

/** Why a transaction was refused. Nothing changed. */
export class LiteRefused extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = "LiteRefused";
    this.code = code;
  }
}
