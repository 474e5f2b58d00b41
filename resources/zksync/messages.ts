/** What people read of zkSync Lite when they activate an account there. */
export const zkSyncMessages = {
  closed:
    "zkSync Lite closed on 4 May 2026 and takes no transfers any more; only one from before counts. Please choose another chain.",
  hint: "Hold enough ETH there: it takes 0.0005 ETH, and uses cross-chain messaging for the registration on Polygon.",
  ownLedger:
    "The public zkSync Lite network closed on 4 May 2026. This is a ledger of this cloud's own that speaks as it did; its ETH is worth nothing.",
} as const;
