/** Simulates a chain's node that tests can break: it answers as configured, depending on its mood. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { atFileEnd } from "../file-end.ts";

/** "mute" receives transactions and then disconnects; it answers everything else. */
export type NodeMood = "well" | "dead" | "mute" | "hung" | "lagging" | "garbage";

export interface RpcNode {
  readonly url: string;
  mood: NodeMood;
  /** Received methods, in order. */
  readonly requests: string[];
  /** Stops listening. */
  stop(): Promise<void>;
}

export interface NodeRequest {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

type Reply = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } };

export const lagBlocks = 50;

export const rpcNode = async (answer: (request: NodeRequest) => Reply | Promise<Reply>): Promise<RpcNode> => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const converse = async (): Promise<void> => {
      if (node.mood === "dead") return void request.socket.destroy();
      const said = JSON.parse(await text(request)) as NodeRequest;
      requests.push(said.method);
      if (node.mood === "mute" && said.method === "eth_sendRawTransaction") return void request.socket.destroy();
      if (node.mood === "hung") return;
      if (node.mood === "garbage") return void response.writeHead(200).end("<html>It works!</html>");
      const reply = { ...(await answer(said)) };
      if (node.mood === "lagging" && said.method === "eth_blockNumber" && "result" in reply)
        reply.result = `0x${Math.max(0, Number(reply.result) - lagBlocks).toString(16)}`;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ jsonrpc: "2.0", id: said.id, ...reply }));
    };
    converse().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const stop = (): Promise<void> => {
    server.closeAllConnections();
    return new Promise((resolve) => void server.close(() => resolve()));
  };
  atFileEnd(stop);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const node: RpcNode = { url, mood: "well", requests, stop };
  return node;
};

/** Creates a node that forwards to the one at the address of `target`. */
export const passingNode = (target: () => string): Promise<RpcNode> =>
  rpcNode(async (request) => {
    const headers = { "content-type": "application/json" };
    const reply = await fetch(target(), {
      method: "POST",
      headers,
      body: JSON.stringify({ jsonrpc: "2.0", ...request }),
    });
    return (await reply.json()) as Reply;
  });
