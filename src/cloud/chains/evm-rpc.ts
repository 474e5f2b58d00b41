/**
 * POST /chain/{key}: JSON-RPC of a local chain, for wallets, pages and programs of any origin. Reads are public and
 * transactions are signed; the methods are listed in ../engines/evm/rpc/methods.ts.
 */
import type { FastifyInstance } from "fastify";
import type { Evm } from "../engines/evm/evm.ts";
import { AppError } from "../kernel/app-error.ts";
import { mountJsonRpc } from "../http/protocols/json-rpc.ts";

const perMinute = 3_000;

export const registerChainRpc = (app: FastifyInstance, { find, handle }: Pick<Evm, "find" | "handle">): void => {
  if (!handle) return;
  const check = (key: string): void => {
    if (!find(key)) throw new AppError("NOT_FOUND");
  };
  mountJsonRpc(app, { path: "/chain/:key", perMinute, check, answer: handle });
};
