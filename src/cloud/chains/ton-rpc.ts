/**
 * POST /ton: the local TON chain with the API of a TON Center node (v2, JSON-RPC), for wallets, pages and programs of
 * any origin. Reads are public and messages are signed; the methods are in ../engines/ton/embedded/methods.ts.
 */
import type { FastifyInstance } from "fastify";
import type { Ton, TonAnswer } from "../engines/ton/ton.ts";
import { mountJsonRpc } from "../http/protocols/json-rpc.ts";

const bodyBytesMax = 128 * 1024;
const perMinute = 600;

export const registerTonRpc = (app: FastifyInstance, { handle }: Pick<Ton, "handle">): void => {
  if (!handle) return;
  const answer = async (_key: string, payload: unknown): Promise<TonAnswer["body"]> => (await handle(payload)).body;
  const statusOf = (body: unknown): number => (body as { readonly code?: number }).code ?? 200;
  // Clients use either path.
  for (const path of ["/ton", "/ton/jsonRPC"]) mountJsonRpc(app, { path, bodyBytesMax, perMinute, answer, statusOf });
};
