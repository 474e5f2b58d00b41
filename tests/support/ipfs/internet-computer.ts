/**
 * Simulates an Internet Computer replica for an asset canister: calls and queries in CBOR and Candid, with certificates
 * signed by BLS12-381, so that the client library's own checks apply. Without a network.
 */
import { randomBytes, createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { IDL } from "@icp-sdk/core/candid";
import { decode, encode } from "@dfinity/cbor";
import { Principal } from "@icp-sdk/core/principal";
import { requestIdOf } from "@icp-sdk/core/agent";
import { bls12_381 } from "@noble/curves/bls12-381";
import { listenOnLoopback } from "../server/loopback.ts";

const derPrefix = Buffer.from("308182301d060d2b0601040182dc7c0503010201060c2b0601040182dc7c05030201036100", "hex");
const dst = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";
const asset = IDL.Record({
  key: IDL.Text,
  encodings: IDL.Vec(
    IDL.Record({
      modified: IDL.Int,
      sha256: IDL.Opt(IDL.Vec(IDL.Nat8)),
      length: IDL.Nat,
      content_encoding: IDL.Text,
    }),
  ),
  content_type: IDL.Text,
});
const operation = IDL.Variant({
  CreateAsset: IDL.Record({ key: IDL.Text, content_type: IDL.Text }),
  SetAssetContent: IDL.Record({
    key: IDL.Text,
    sha256: IDL.Opt(IDL.Vec(IDL.Nat8)),
    chunk_ids: IDL.Vec(IDL.Nat),
    content_encoding: IDL.Text,
  }),
  DeleteAsset: IDL.Record({ key: IDL.Text }),
});

interface Stored {
  type: string;
  bytes: Buffer;
}
type Operation = {
  CreateAsset?: { key: string; content_type: string };
  SetAssetContent?: { key: string; chunk_ids: bigint[] };
  DeleteAsset?: { key: string };
};
interface Content {
  readonly request_type: "call" | "query";
  readonly method_name: string;
  readonly arg: Uint8Array;
  readonly canister_id: Uint8Array;
}

/** Starts a replica with one asset canister; `assets` is its content. */
export const testInternetComputer = async () => {
  const secret = bls12_381.utils.randomPrivateKey();
  const { shortSignatures } = bls12_381;
  const rootKey = Buffer.concat([derPrefix, shortSignatures.getPublicKey(secret).toBytes()]);
  const canisterId = Principal.fromUint8Array(Uint8Array.from([...randomBytes(8), 1, 1])).toText();
  const assets = new Map<string, Stored>();
  const chunks: Buffer[] = [];
  const calls: string[] = [];

  const answer = ({ method_name: method, arg }: Content): Uint8Array => {
    calls.push(method);
    const read = (type: IDL.Type) => IDL.decode([type], arg)[0] as never;
    if (method === "list") return IDL.encode([IDL.Vec(asset)], [[...assets].map(listed)]);
    if (method === "create_batch") return IDL.encode([IDL.Record({ batch_id: IDL.Nat })], [{ batch_id: 1n }]);
    if (method === "create_chunk") {
      const { content } = read(IDL.Record({ content: IDL.Vec(IDL.Nat8), batch_id: IDL.Nat })) as {
        content: Uint8Array;
      };
      chunks.push(Buffer.from(content));
      return IDL.encode([IDL.Record({ chunk_id: IDL.Nat })], [{ chunk_id: BigInt(chunks.length - 1) }]);
    }
    if (method !== "commit_batch") throw new Error(`The stand-in has no method ${method}.`);
    const batch = IDL.Record({ batch_id: IDL.Nat, operations: IDL.Vec(operation) });
    for (const each of (read(batch) as { operations: Operation[] }).operations) apply(each);
    return IDL.encode([], []);
  };

  const apply = ({ CreateAsset, SetAssetContent, DeleteAsset }: Operation): void => {
    if (DeleteAsset) assets.delete(DeleteAsset.key);
    if (CreateAsset) {
      const { key, content_type: type } = CreateAsset;
      if (assets.has(key) && assets.get(key)!.type !== type) throw new Error(`${key} has another content type`);
      if (!assets.has(key)) assets.set(key, { type, bytes: Buffer.alloc(0) });
    }
    if (SetAssetContent)
      assets.get(SetAssetContent.key)!.bytes = Buffer.concat(
        SetAssetContent.chunk_ids.map((id) => chunks[Number(id)]!),
      );
  };

  const certified = (requestId: Uint8Array, reply: Uint8Array): Uint8Array => {
    const tree: Tree = [
      1,
      [2, text("request_status"), [2, requestId, [1, leaf("reply", reply), leaf("status", text("replied"))]]],
      leaf("time", leb128(BigInt(Date.now()) * 1_000_000n)),
    ];
    const message = Buffer.concat([Buffer.from([13]), text("ic-state-root"), rootOf(tree)]);
    const point = shortSignatures.hash(message, dst);
    const signature = shortSignatures.Signature.toBytes(shortSignatures.sign(point, secret));
    return encode({ tree, signature }) as Uint8Array;
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const envelope = decode(Uint8Array.from(await buffer(request))) as unknown as { content: Content };
    const { content } = envelope;
    response.setHeader("content-type", "application/cbor");
    const reply = answer(content);
    const body =
      content.request_type === "query"
        ? { status: "replied", reply: { arg: reply }, signatures: [] }
        : { status: "replied", certificate: certified(requestIdOf(content as never), reply) };
    response.end(Buffer.from(encode(body) as Uint8Array));
  };
  const port = await listenOnLoopback((request, response) => void handle(request, response));
  return { host: `http://127.0.0.1:${port}`, rootKey: Uint8Array.from(rootKey), canisterId, assets, calls };
};

const listed = ([key, { type, bytes }]: [string, Stored]) => ({
  key,
  content_type: type,
  encodings: [
    {
      modified: 0n,
      sha256: [createHash("sha256").update(bytes).digest()],
      length: BigInt(bytes.length),
      content_encoding: "identity",
    },
  ],
});

type Tree = [1, Tree, Tree] | [2, Uint8Array, Tree] | [3, Uint8Array];

const text = (word: string): Uint8Array => new TextEncoder().encode(word);
const leaf = (label: string, value: Uint8Array): Tree => [2, text(label), [3, value]];

/** Hash of a state tree, with a separate domain per node kind. */
const rootOf = (tree: Tree): Buffer => {
  if (tree[0] === 1) return hashed("ic-hashtree-fork", rootOf(tree[1]), rootOf(tree[2]));
  if (tree[0] === 2) return hashed("ic-hashtree-labeled", tree[1], rootOf(tree[2]));
  return hashed("ic-hashtree-leaf", tree[1]);
};

const hashed = (domain: string, ...parts: Uint8Array[]): Buffer =>
  createHash("sha256")
    .update(Buffer.concat([Buffer.from([domain.length]), text(domain), ...parts]))
    .digest();

const leb128 = (value: bigint): Uint8Array => {
  const bytes: number[] = [];
  for (let rest = value; ;) {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest === 0n ? low : low | 0x80);
    if (rest === 0n) return Uint8Array.from(bytes);
  }
};
