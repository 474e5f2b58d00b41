/** What a wallet asks its person before it does something. */
export type Approval =
  | { readonly kind: "connect"; readonly address: string; readonly origin: string }
  | { readonly kind: "sign"; readonly address: string; readonly text: string }
  | { readonly kind: "sign-typed"; readonly address: string; readonly domain: string; readonly text: string }
  | { readonly kind: "switch-chain"; readonly chainName: string }
  | { readonly kind: "add-chain"; readonly chainName: string; readonly rpcUrl: string }
  | TransactionApproval;

/** Amounts in the coin's 1e-18. */
export interface TransactionApproval {
  readonly kind: "transaction";
  readonly address: string;
  readonly chainName: string;
  readonly symbol: string;
  /** Absent when a contract is made. */
  readonly to?: string;
  readonly value: bigint;
  /** What gas may cost at most. */
  readonly fee: bigint;
  readonly balance: bigint;
  /** Has test coins given to the account, where the network gives them; resolves to the new balance. */
  readonly topUp?: () => Promise<bigint>;
}

/** Resolves to whether the user agreed. */
export type Approve = (approval: Approval) => Promise<boolean>;
