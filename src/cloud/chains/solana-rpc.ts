import type { FastifyInstance } from "fastify";
import type { Solana } from "../engines/solana/solana.ts";
import { mountJsonRpc } from "../http/protocols/json-rpc.ts";

const bodyBytesMax = 64 * 1024;
const perMinute = 600;

/** POST /solana: Solana's JSON-RPC, for wallets and programs of any origin. */
export const registerSolanaRpc = (app: FastifyInstance, { answer }: Pick<Solana, "answer">): void =>
  mountJsonRpc(app, { path: "/solana", bodyBytesMax, perMinute, answer: async (_key, payload) => answer(payload) });
