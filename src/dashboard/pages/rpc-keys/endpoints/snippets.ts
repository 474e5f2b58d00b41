/** Example code by client. tests/e2e/rpc-endpoints.test.ts runs it unchanged. */
import type { Transport } from "../chains.ts";

export const clients = ["curl", "ethers", "viem"] as const;
export type Client = (typeof clients)[number];

interface Snippet {
  /** Name of the client. */
  readonly label: string;
  readonly code: (address: string) => string;
}

const call = (method: string, params: readonly string[] = []): string =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

export const snippets: Readonly<Record<Transport, Readonly<Record<Client, Snippet>>>> = {
  HTTP: {
    curl: {
      label: "curl",
      code: (address) =>
        [
          `curl -X POST '${address}' \\`,
          "  -H 'content-type: application/json' \\",
          `  -d '${call("eth_blockNumber")}'`,
        ].join("\n"),
    },
    ethers: {
      label: "ethers",
      code: (address) =>
        [
          'import { JsonRpcProvider } from "ethers";',
          "",
          `const provider = new JsonRpcProvider("${address}");`,
          "console.log(await provider.getBlockNumber());",
        ].join("\n"),
    },
    viem: {
      label: "viem",
      code: (address) =>
        [
          'import { createPublicClient, http } from "viem";',
          "",
          `const client = createPublicClient({ transport: http("${address}") });`,
          "console.log(await client.getBlockNumber());",
        ].join("\n"),
    },
  },
  WEBSOCKET: {
    curl: {
      label: "wscat",
      code: (address) => `npx wscat -c '${address}' \\\n  -w 600 -x '${call("eth_subscribe", ["newHeads"])}'`,
    },
    ethers: {
      label: "ethers",
      code: (address) =>
        [
          'import { WebSocketProvider } from "ethers";',
          "",
          `const provider = new WebSocketProvider("${address}");`,
          'provider.on("block", (number) => console.log(number));',
        ].join("\n"),
    },
    viem: {
      label: "viem",
      code: (address) =>
        [
          'import { createPublicClient, webSocket } from "viem";',
          "",
          `const client = createPublicClient({ transport: webSocket("${address}") });`,
          "client.watchBlockNumber({ onBlockNumber: (number) => console.log(number) });",
        ].join("\n"),
    },
  },
};
