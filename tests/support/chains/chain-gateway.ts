/** Serves the JSON-RPC gateway of an EVM engine without the rest of the server, for wallets and pages. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ChainKey } from "../../../resources/chains/chains.ts";
import type { EvmNetwork } from "../../../src/dashboard/chains/evm/networks.ts";
import type { WalletChain } from "../../../src/dashboard/chains/wallets/dev/chain-table.ts";
import type { TestEvm } from "./evm.ts";
import { atFileEnd } from "../file-end.ts";

export interface ChainGateway {
  /** A chain as in the dashboard's /config.json. */
  network(key: ChainKey): EvmNetwork;
  /** The same chain as a wallet's network. */
  walletChain(key: ChainKey): WalletChain;
}

/** Listens until the test file ends. */
export const chainGateway = async (evm: TestEvm): Promise<ChainGateway> => {
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const reply = await evm.handle(request.url!.slice(1), JSON.parse(await text(request)));
      response.setHeader("content-type", "application/json").end(JSON.stringify(reply));
    };
    answer().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  atFileEnd(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const network = (key: ChainKey): EvmNetwork => {
    const { chain, chainId, contracts } = evm.find(key)!;
    return { key, chain, chainId, contracts, own: true, rpcUrl: `${origin}/${key}` };
  };
  const walletChain = (key: ChainKey): WalletChain => {
    const { chain, chainId, rpcUrl } = network(key);
    return { chainId, name: chain.name, symbol: chain.currency.symbol, rpcUrl };
  };
  return { network, walletChain };
};
