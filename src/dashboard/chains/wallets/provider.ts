/** Wallets in EIP-1193's interface, and their error codes. */
export type WalletEvent = "accountsChanged" | "chainChanged" | "disconnect";
export type WalletListener = (payload: unknown) => void;

export interface WalletRequest {
  readonly method: string;
  readonly params?: readonly unknown[];
}

export interface WalletProvider {
  request(request: WalletRequest): Promise<unknown>;
  on(event: WalletEvent, listener: WalletListener): unknown;
  removeListener(event: WalletEvent, listener: WalletListener): unknown;
}

/** Codes of EIP-1193, EIP-3326 and JSON-RPC. */
export const refusals = {
  rejected: 4001,
  unauthorized: 4100,
  unsupported: 4200,
  unknownChain: 4902,
  pending: -32002,
  invalidParams: -32602,
  internal: -32603,
} as const;

/** An error with a code, as wallets throw it. */
export class ProviderError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = "ProviderError";
    this.code = code;
    this.data = data;
  }
}
