/** What a wallet asks its user to approve. */
export type Approval =
  | { readonly kind: "connect"; readonly address: string; readonly origin: string }
  | { readonly kind: "sign"; readonly address: string; readonly text: string }
  | { readonly kind: "sign-typed"; readonly address: string; readonly domain: string; readonly text: string }
  | { readonly kind: "switch-chain"; readonly chainName: string }
  | { readonly kind: "add-chain"; readonly chainName: string; readonly rpcUrl: string }
  | TransactionApproval;

/** Amounts ×1e18. */
export interface TransactionApproval {
  readonly kind: "transaction";
  readonly address: string;
  readonly chainName: string;
  readonly symbol: string;
  /** Absent when deploying a contract. */
  readonly to?: string;
  readonly value: bigint;
  /** Upper bound of the gas fee. */
  readonly fee: bigint;
  readonly balance: bigint;
  /** Requests test coins for the account, on networks with a faucet; resolves to the new balance. */
  readonly topUp?: () => Promise<bigint>;
}

/** Resolves to whether the user agreed. */
export type Approve = (approval: Approval) => Promise<boolean>;
