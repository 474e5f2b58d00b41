import { generateKeyPair, privateKeyToProtobuf } from "@libp2p/crypto/keys";
import { base58btc } from "multiformats/bases/base58";
import type { Db } from "../../engines/database/database.ts";
import type { SecretBox } from "../secret-box.ts";

/**
 * Returns this server's peer ID, created on first use. The IPFS Pinning Service API requires multiaddrs that end with a
 * peer ID, and clients reject responses without one.
 */
export const peerIdOf = async (db: Db, box: SecretBox): Promise<string> => {
  const existing = await db.selectFrom("pinning_peer").select("peer_id").executeTakeFirst();
  if (existing) return existing.peer_id;
  const pair = await generateKeyPair("Ed25519");
  const peer_id = base58btc.encode(pair.publicKey.toMultihash().bytes).slice(1);
  const sealed_key = box.seal("peer", Buffer.from(privateKeyToProtobuf(pair)).toString("base64"));
  await db
    .insertInto("pinning_peer")
    .values({ peer_id, sealed_key })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await db.selectFrom("pinning_peer").select("peer_id").executeTakeFirstOrThrow()).peer_id;
};

/** Converts an HTTP origin to a multiaddr: /dns4/cloud.example/tcp/443/https/p2p/12D3… */
export const multiaddrOf = (address: string, peerId: string): string => {
  const { protocol, hostname, port } = new URL(address);
  const isSecure = protocol === "https:";
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const number = port || (isSecure ? "443" : "80");
  return `/${familyOf(host)}/${host}/tcp/${number}/${isSecure ? "https" : "http"}/p2p/${peerId}`;
};

const familyOf = (host: string): string => {
  if (host.includes(":")) return "ip6";
  return /^\d+(\.\d+){3}$/.test(host) ? "ip4" : "dns4";
};
