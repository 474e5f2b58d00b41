/** A node of a chain that tests can break: it passes on to another, unless it is told to do otherwise. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { atFileEnd } from "./file-end.ts";

export type NodeMood = "well" | "dead" | "hung" | "lagging" | "garbage";

export interface RpcNode {
  readonly url: string;
  mood: NodeMood;
  /** Methods that it was asked, in their order. */
  readonly asked: string[];
}

const lagBlocks = 50;

/** `target` gives the address of the node behind it. */
export const rpcNode = async (target: () => string): Promise<RpcNode> => {
  const asked: string[] = [];
  const node: RpcNode = { url: "", mood: "well", asked };
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const body = await text(request);
      const { method } = JSON.parse(body) as { method: string };
      asked.push(method);
      if (node.mood === "dead") return void request.socket.destroy();
      if (node.mood === "hung") return;
      if (node.mood === "garbage") return void response.writeHead(200).end("<html>It works!</html>");
      await passOn(body, method, response);
    };
    answer().catch(() => response.destroy());
  });
  const passOn = async (body: string, method: string, response: ServerResponse): Promise<void> => {
    const headers = { "content-type": "application/json" };
    const reply = await fetch(target(), { method: "POST", body, headers });
    const said = (await reply.json()) as { result: string };
    if (node.mood === "lagging" && method === "eth_blockNumber")
      said.result = `0x${Math.max(0, Number(said.result) - lagBlocks).toString(16)}`;
    response.setHeader("content-type", "application/json").end(JSON.stringify(said));
  };
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  atFileEnd(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => void server.close(() => resolve()));
  });
  return Object.assign(node, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
};
