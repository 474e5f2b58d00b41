import { createPublicClient, createWalletClient, defineChain, http, parseEther, webSocket } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { WebSocketProvider } from "ethers";
import { beforeAll, expect, test, vi } from "vitest";
import { atFileEnd } from "../../../tests/support/file-end.ts";
import { patience } from "../../../tests/support/patience.ts";
import { rollupOrder, testRollups } from "../../../tests/support/chains/rollups.ts";
import { testWeb } from "../../../tests/support/server/web.ts";
import { registerRollupRpc } from "./rollup-rpc.ts";
import { registerRollupSockets } from "./rollup-sockets.ts";

const rollups = await testRollups();
const { url } = await testWeb({
  http: ({ app, underWay }) => {
    registerRollupRpc(app, rollups);
    registerRollupSockets(app, rollups, underWay);
  },
});
const order = rollupOrder();
const rpc = `${url}/rollup/${order.chainId}`;
const chain = defineChain({
  id: order.chainId,
  name: order.name,
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: [rpc], webSocket: [rpc.replace("http", "ws")] } },
});
const account = privateKeyToAccount(generatePrivateKey());
const recipient = privateKeyToAccount(generatePrivateKey()).address;
beforeAll(async () => {
  await rollups.create(order, async () => undefined);
  await rollups.faucet(order.id, account.address);
});

test("viem sends over HTTP and receives blocks over a websocket", async () => {
  const subscriber = createPublicClient({ chain, transport: webSocket(undefined, { reconnect: false }) });
  const numbers: bigint[] = [];
  const stop = subscriber.watchBlocks({ onBlock: ({ number }) => void numbers.push(number), onError: () => undefined });
  const client = createPublicClient({ chain, transport: http(), pollingInterval: 20 });
  await vi.waitFor(async () => expect(await client.getBalance(account)).toBe(parseEther("1")), patience);
  const wallet = createWalletClient({ account, chain, transport: http() });
  await vi.waitFor(async () => {
    const hash = await wallet.sendTransaction({ to: recipient, value: 1n });
    const { status, blockNumber } = await client.waitForTransactionReceipt({ hash });
    expect(status).toBe("success");
    await vi.waitFor(() => expect(numbers).toContain(blockNumber), { timeout: 2_000 });
  }, patience);
  expect(numbers).toEqual(numbers.toSorted((one, other) => Number(one - other)));
  stop();
  const socket = await subscriber.transport.getRpcClient();
  socket.close();
});

test("ethers receives blocks over a websocket", async () => {
  const provider = new WebSocketProvider(rpc.replace("http", "ws"), order.chainId);
  atFileEnd(async () => provider.destroy());
  const received = new Promise<number>((resolve) => void provider.once("block", resolve));
  expect(await provider.getBlockNumber()).toBeGreaterThan(0);
  await rollups.faucet(order.id, recipient);
  expect(await received).toBeGreaterThan(0);
});

test("any origin may call over HTTP; an unknown rollup is not found over HTTP and websocket", async () => {
  const preflight = await fetch(rpc, { method: "OPTIONS", headers: { origin: "https://any.example" } });
  expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
  for (const name of ["1", "9999999999999999", "harbour", "1.5"]) {
    const path = `${url}/rollup/${name}`;
    expect((await fetch(path, { method: "POST", body: "{}" })).status).toBe(404);
  }
  const socket = new WebSocket(`${url.replace("http", "ws")}/rollup/1`);
  const opened = new Promise<string>((resolve) => {
    socket.addEventListener("open", () => resolve("open"));
    socket.addEventListener("error", () => resolve("refused"));
  });
  expect(await opened).toBe("refused");
});

test("a websocket reports errors and closes with its rollup", async () => {
  const socket = new WebSocket(rpc.replace("http", "ws"));
  const messages: unknown[] = [];
  socket.addEventListener("message", ({ data }) => void messages.push(JSON.parse(String(data))));
  const ended = new Promise<string>((resolve) => socket.addEventListener("close", ({ reason }) => resolve(reason)));
  await new Promise<void>((resolve) => socket.addEventListener("open", () => resolve()));
  socket.send("no JSON");
  socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_subscribe", params: ["newPendingTransactions"] }));
  socket.send(JSON.stringify({ jsonrpc: "2.0", id: 2, method: "anvil_mine", params: [] }));
  await vi.waitFor(() => expect(messages).toHaveLength(3), patience);
  expect(messages).toMatchObject([
    { error: { code: -32_700 } },
    { id: 1, error: { code: -32_602 } },
    { id: 2, error: { code: -32_601 } },
  ]);
  await rollups.stop(order.id);
  expect(await ended).toBe("The rollup has stopped.");
});
