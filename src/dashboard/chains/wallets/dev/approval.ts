/** What a wallet asks its person before it does something. */
export type Approval =
  | { readonly kind: "connect"; readonly address: string; readonly origin: string }
  | { readonly kind: "sign"; readonly address: string; readonly text: string }
  | { readonly kind: "sign-typed"; readonly address: string; readonly domain: string; readonly text: string }
  | { readonly kind: "switch-chain"; readonly chainName: string }
  | { readonly kind: "add-chain"; readonly chainName: string; readonly rpcUrl: string };

/** Resolves to whether the person agreed. */
export type Approve = (approval: Approval) => Promise<boolean>;
