/**
 * GET /routing/v1/providers/{cid} and /routing/v1/peers/{peer ID}: the Delegated Routing HTTP API
 * (https://specs.ipfs.tech/routing/http-routing-v1/), for nodes of any origin. The only provider is this server, as a trustless
 * gateway over HTTP, for the public content that it stores.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CID } from "multiformats/cid";
import { parseCid, parseKeyCid } from "../../engines/blocks/dag/parse-cid.ts";
import { anyOrigin } from "../../engines/network/any-origin.ts";
import { schemeOf } from "../../engines/network/client.ts";
import { createRateLimit } from "../../kernel/limits/rate-limit.ts";
import type { Pinning } from "./service.ts";

const readsPerMinute = 600;
const protocol = "transport-ipfs-gateway-http";
const streamType = "application/x-ndjson";
const headers = { ...anyOrigin, "access-control-allow-methods": "GET, OPTIONS", vary: "Accept" };

/** A record of the schema "peer". */
interface PeerRecord {
  readonly Schema: "peer";
  readonly ID: string;
  readonly Addrs: readonly string[];
  readonly Protocols: readonly string[];
}

type Asked = { Params: { id: string }; Querystring: { "filter-protocols"?: string; "filter-addrs"?: string } };

interface RoutingDeps extends Pick<Pinning, "peer" | "provides"> {
  /** Whether content is never served. */
  readonly denies?: ((cid: CID) => boolean) | undefined;
}

export const registerRouting = (
  app: FastifyInstance,
  { peer, provides, denies = () => false }: RoutingDeps,
  publicUrl: string | undefined,
): void => {
  const reads = createRateLimit(app, "routing", readsPerMinute);

  const recordFor = async (request: FastifyRequest<Asked>): Promise<PeerRecord | undefined> => {
    const { id, addresses } = await peer(publicUrl ?? `${schemeOf(request.raw)}://${request.host}`);
    return filtered({ Schema: "peer", ID: id, Addrs: addresses, Protocols: [protocol] }, request.query);
  };

  app.register(async (scope) => {
    scope.addHook("onRequest", async (request, reply) => {
      void reply.headers(headers);
      await reads(request.ip);
    });
    for (const kind of ["providers", "peers"]) {
      const url = `/routing/v1/${kind}/:id`;
      scope.options(url, async (_request, reply) => reply.code(204).send());
      scope.get<Asked>(url, async (request, reply) => {
        const { id } = request.params;
        const cid = kind === "peers" ? parseKeyCid(id) : parseCid(id);
        if (!cid) return reply.code(400).type("text/plain; charset=utf-8").send("This is no CID of that kind.");
        const record = await recordFor(request);
        const isAsked =
          kind === "peers" ? record && parseKeyCid(record.ID)?.equals(cid) : !denies(cid) && (await provides(cid));
        return answer(request, reply, kind === "peers" ? "Peers" : "Providers", isAsked && record ? [record] : []);
      });
    }
  });
};

const answer = (
  { headers: { accept = "" } }: FastifyRequest<Asked>,
  reply: FastifyReply,
  name: "Peers" | "Providers",
  records: readonly PeerRecord[],
): FastifyReply => {
  // The specification suggests a short time for an empty answer.
  void reply.header(
    "cache-control",
    `public, max-age=${records.length === 0 ? 15 : 300}, stale-while-revalidate=172800`,
  );
  if (!accept.includes(streamType)) return reply.send({ [name]: records });
  return reply.type(streamType).send(Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join("")));
};

/** Applies the filters of IPIP-484: protocols, and parts that addresses must or must not have. */
const filtered = (record: PeerRecord, query: Asked["Querystring"]): PeerRecord | undefined => {
  const listed = (text: string | undefined): string[] => (text ?? "").toLowerCase().split(",").filter(Boolean);
  const protocols = listed(query["filter-protocols"]);
  if (protocols.length > 0 && !protocols.includes(protocol)) return undefined;
  const parts = listed(query["filter-addrs"]);
  const [unwanted, wanted] = [
    parts.filter((part) => part.startsWith("!")),
    parts.filter((part) => !part.startsWith("!")),
  ];
  const has = (address: string, part: string): boolean => address.split("/").includes(part);
  const Addrs = record.Addrs.filter(
    (address) =>
      !unwanted.some((part) => has(address, part.slice(1))) &&
      (wanted.length === 0 || wanted.some((part) => has(address, part))),
  );
  return Addrs.length > 0 || wanted.includes("unknown") ? { ...record, Addrs } : undefined;
};
