/** The nodes of chains and their prices, for wallets and programs. */
import { defineModule } from "../kernel/module.ts";
import { registerChainRpc } from "./evm-rpc.ts";
import { registerPriceFeed } from "./price-feed.ts";
import { registerSolanaRpc } from "./solana-rpc.ts";
import { registerTonRpc } from "./ton-rpc.ts";
import { registerZkSyncLite } from "./zksync-lite.ts";
import { miniApp } from "../account/mini-app.module.ts";

export const chainNodes = defineModule({
  name: "chains.nodes",
  needs: { miniApp },
  create: ({ engines: { solana, zkSyncLite, evm, ton, prices } }, { miniApp: { toncoin } }) => ({
    http: ({ app }) => {
      registerSolanaRpc(app, solana);
      registerZkSyncLite(app, zkSyncLite);
      registerChainRpc(app, evm);
      if (toncoin) registerTonRpc(app, ton);
      registerPriceFeed(app, prices);
    },
  }),
});
