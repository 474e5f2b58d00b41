/** Error codes of the network's JSON-RPC for rejected transactions. */
export const liteCodes = {
  nonceMismatch: 101,
  incorrect: 103,
  other: 104,
  incorrectEthSignature: 202,
  keyChangeNotAuthorized: 203,
} as const;

/** A rejected transaction, which changed nothing. */
export class LiteRefused extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = "LiteRefused";
    this.code = code;
  }
}
