/**
 * Serves the embedded weave's HTTP API of Arweave nodes and gateways: under /arweave of any host, and at the root of
 * arweave.<content domain>. Anyone may read and post; a transaction must be signed and paid for by a wallet of this
 * weave.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Blocks } from "../../engines/blocks/blocks.ts";
import type { Database } from "../../engines/database/database.ts";
import { parseJson } from "../../engines/network/parse-json.ts";
import { Refused, idPattern, type ArweaveNode, type NodeRequest } from "../../engines/arweave/arweave.ts";
import { newestBlock } from "./chain.ts";
import { findTransaction, readData } from "./reads.ts";
import { serveData } from "./serve-data.ts";
import { anyOrigin } from "../../engines/network/any-origin.ts";

interface Deps {
  readonly database: Pick<Database, "db">;
  readonly blocks: Blocks;
  readonly node: ArweaveNode;
}

const bodyBytesMax = 2 * 1024 * 1024;
const dataAsTextMax = 12 * 1024 * 1024;
const cors = {
  ...anyOrigin,
  "access-control-allow-methods": "GET, HEAD, POST, OPTIONS",
  "x-content-type-options": "nosniff",
};

export const createNodeHttp = ({ database: { db }, blocks, node }: Deps) => {
  const send = (response: ServerResponse, status: number, body: unknown): void => {
    const isText = typeof body === "string";
    response
      .writeHead(status, {
        ...cors,
        "content-type": isText ? "text/plain; charset=utf-8" : "application/json; charset=utf-8",
        "content-security-policy": "sandbox",
        "cache-control": "no-store",
      })
      .end(isText ? body : JSON.stringify(body));
  };

  const info = async () => {
    const { height, id } = await newestBlock(db);
    return {
      network: "freehold.local",
      version: 5,
      height: Number(height),
      current: id,
      blocks: Number(height) + 1,
      peers: 0,
    };
  };

  const transaction = async (response: ServerResponse, id: string, part: string | undefined): Promise<void> => {
    if (part === "status") {
      const status = await node.status(id);
      if (status === undefined) return send(response, 404, "Not Found.");
      if (status === "pending") return send(response, 202, "Pending");
      const entry = (await findTransaction(db, id))!;
      return send(response, 200, {
        block_height: status.height,
        block_indep_hash: entry.block!.id,
        number_of_confirmations: status.confirmations,
      });
    }
    const entry = await findTransaction(db, id);
    if (!entry) return send(response, 404, "Not Found.");
    if (part === undefined) return entry.block ? send(response, 200, entry.header) : send(response, 202, "Pending");
    if (part !== "data" && part !== "offset") return send(response, 400, "Not supported.");
    // Weave offsets are not stored; the library then reads the data from the gateway.
    if (part === "offset") return send(response, 404, "Not Found.");
    if (entry.sizeBytes > dataAsTextMax) return send(response, 400, "tx_data_too_big");
    const data = await readData(blocks, entry);
    return data ? send(response, 200, data.toString("base64url")) : send(response, 404, "Not Found.");
  };

  const post = async (
    request: IncomingMessage,
    response: ServerResponse,
    segments: readonly string[],
  ): Promise<void> => {
    const body = await jsonOf(request);
    if (segments.join("/") === "tx") {
      await node.postTransaction(body as never);
      return send(response, 200, "OK");
    }
    if (segments.join("/") === "chunk") {
      await node.postChunk(body as never);
      return send(response, 200, {});
    }
    if (segments.join("/") === "graphql") {
      // Loaded by the first query: few servers get one, and all would load its 170 modules.
      const { answerGraphql } = await import("./graphql.ts");
      return send(response, 200, await answerGraphql(db, body));
    }
    return send(response, 404, "Not Found.");
  };

  const get = async (
    request: IncomingMessage,
    response: ServerResponse,
    segments: readonly string[],
  ): Promise<void> => {
    const [first = "", second, third, ...more] = segments;
    if (segments.length === 0 || segments.join("/") === "info") return send(response, 200, await info());
    if (first === "tx_anchor") return send(response, 200, await node.anchor());
    if (first === "price" && second && /^\d{1,12}$/.test(second))
      return send(response, 200, (await node.price(Number(second))).toString());
    if (first === "wallet" && second && idPattern.test(second)) {
      if (third === "balance") return send(response, 200, (await node.balance(second)).toString());
      if (third === "last_tx") return send(response, 200, await lastTransaction(second));
    }
    if (first === "tx" && second && idPattern.test(second) && more.length === 0)
      return transaction(response, second, third);
    const raw = first === "raw";
    const [id, ...path] = raw ? segments.slice(1) : segments;
    if (!id || !idPattern.test(id)) return send(response, 404, "Not Found.");
    return serveData({ db, blocks }, request, response, { id, path: path.join("/"), raw, ownOrigin: false });
  };

  const lastTransaction = async (address: string): Promise<string> => {
    const query = db.selectFrom("arweave_wallet").select("last_tx").where("address", "=", address);
    return (await query.executeTakeFirst())?.last_tx ?? "";
  };

  /** Handles one request; never throws because of client input. */
  const handle = async (
    request: IncomingMessage,
    response: ServerResponse,
    { path, hostId }: NodeRequest,
  ): Promise<void> => {
    const segments = segmentsOf(path);
    if (!segments) return send(response, 400, "Bad path.");
    if (request.method === "OPTIONS") return void response.writeHead(204, cors).end();
    try {
      if (request.method === "POST" && !hostId) return await post(request, response, segments);
      if (request.method !== "GET" && request.method !== "HEAD") return send(response, 405, "Method not allowed.");
      if (!hostId) return await get(request, response, segments);
      await serveData({ db, blocks }, request, response, {
        id: hostId,
        path: segments.join("/"),
        raw: false,
        ownOrigin: true,
      });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      send(response, error.status, { error: error.message });
    }
  };
  return handle;
};

/** Returns undefined if the path can't be decoded. */
const segmentsOf = (path: string): string[] | undefined => {
  try {
    return path.split("?", 1)[0]!.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return undefined;
  }
};

const jsonOf = async (request: IncomingMessage): Promise<unknown> => {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request) {
    length += (piece as Buffer).length;
    if (length > bodyBytesMax) throw new Refused("The request body is too large.", 413);
    pieces.push(piece as Buffer);
  }
  const body = parseJson(Buffer.concat(pieces).toString("utf8"));
  if (body === undefined) throw new Refused("invalid_json");
  return body;
};
