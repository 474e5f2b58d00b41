/** Messages about zkSync Lite during activation. */
export const zkSyncMessages = {
  closed: "zkSync Lite closed on 4 May 2026. Only earlier transfers count. Choose another chain.",
  hint: "Requires 0.0005 ETH on zkSync Lite. Registers on Polygon by cross-chain message.",
  ownLedger:
    "The public zkSync Lite network closed on 4 May 2026. This is a local simulation, and its ETH has no value.",
} as const;
