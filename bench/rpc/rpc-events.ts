/** Measures the delay from mining a block to its delivery to a thousand subscriptions. */
import { once } from "node:events";
import { WebSocket } from "ws";
import type { RpcSide } from "./rpc.ts";

const subscriptions = 1000;
const openedAtOnce = 50;
const blocks = 10;

/** Returns, for each side, the milliseconds from a block to each of its events. */
export const measureEvents = async (sides: readonly RpcSide[], mine: () => Promise<unknown>): Promise<number[][]> => {
  const measured: number[][] = [];
  for (const side of sides) measured.push(await measureSide(side, mine));
  return measured;
};

const measureSide = async ({ port, path, blockCame }: RpcSide, mine: () => Promise<unknown>): Promise<number[]> => {
  const sockets: WebSocket[] = [];
  const times: number[] = [];
  let began = 0;
  let heard = 0;
  let allHeard: () => void = () => undefined;
  const open = async (): Promise<void> => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
    sockets.push(socket);
    await once(socket, "open");
    socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_subscribe", params: ["newHeads"] }));
    await once(socket, "message");
    socket.on("message", () => {
      times.push(performance.now() - began);
      heard += 1;
      if (heard === subscriptions) allHeard();
    });
  };
  while (sockets.length < subscriptions) await Promise.all(Array.from({ length: openedAtOnce }, open));
  for (let block = 0; block < blocks; block += 1) {
    heard = 0;
    const told = new Promise<void>((resolve) => (allHeard = resolve));
    began = performance.now();
    await mine();
    blockCame();
    await told;
  }
  await Promise.all(sockets.map((socket) => (socket.close(), once(socket, "close"))));
  return times;
};
