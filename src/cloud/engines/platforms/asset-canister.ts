/** Connects to an asset canister through the network's own client library, loaded only if configured. */
import { createPrivateKey } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import type { SignIdentity } from "@icp-sdk/core/agent";
import type { IDL as Candid } from "@icp-sdk/core/candid";
import type { AssetCanister, InternetComputerSettings } from "./internet-computer.ts";

/** The network accepts calls of at most 2 MB. */
const chunkBytes = 1_900_000;
const callsAtOnce = 16;

/** Throws one sentence with the name of the invalid setting. */
export const connectAssetCanister = async (
  settings: InternetComputerSettings,
  /** Private networks sign with a different key. */
  { rootKey }: { readonly rootKey?: Uint8Array } = {},
): Promise<AssetCanister> => {
  const { Actor, HttpAgent } = await import("@icp-sdk/core/agent");
  const identity = await identityIn(settings.identityFile);
  const agent = await HttpAgent.create({
    host: settings.host,
    identity,
    ...(rootKey && { rootKey, verifyQuerySignatures: false }),
  });
  const canister = Actor.createActor<Canister>(interfaceOf, { agent, canisterId: settings.canisterId });
  return {
    list: async () =>
      (await canister.list({})).map(({ key, encodings }) => {
        const plain = encodings.find(({ content_encoding }) => content_encoding === "identity");
        return { key, sha256: plain?.sha256[0] && Uint8Array.from(plain.sha256[0]) };
      }),
    commit: async (deleted, stored) => {
      const { batch_id } = await canister.create_batch({});
      const upload = async ({ key, content }: Chunk) => ({
        key,
        id: (await canister.create_chunk({ batch_id, content })).chunk_id,
      });
      const uploaded = await Readable.from(chunksOf(stored)).map(upload, { concurrency: callsAtOnce }).toArray();
      const chunks = Map.groupBy(uploaded as Awaited<ReturnType<typeof upload>>[], ({ key }) => key);
      const operations = [
        ...deleted.map((key) => ({ DeleteAsset: { key } })),
        ...stored.flatMap(({ key, file, sha256 }) => [
          { CreateAsset: { key, content_type: file.contentType } },
          {
            SetAssetContent: {
              key,
              sha256: [sha256],
              chunk_ids: (chunks.get(key) ?? []).map(({ id }) => id),
              content_encoding: "identity",
            },
          },
        ]),
      ];
      await canister.commit_batch({ batch_id, operations });
    },
  };
};

interface Chunk {
  readonly key: string;
  readonly content: Uint8Array;
}

/** Reads the files one after another, as their chunks are sent. */
async function* chunksOf(stored: Parameters<AssetCanister["commit"]>[1]): AsyncGenerator<Chunk> {
  for (const { key, file } of stored) {
    const bytes = await file.read();
    for (let at = 0; at < bytes.length; at += chunkBytes) yield { key, content: bytes.subarray(at, at + chunkBytes) };
  }
}

/** The methods of an asset canister in use. An optional value is a list of at most one. */
interface Canister {
  list(request: object): Promise<
    readonly {
      readonly key: string;
      readonly encodings: readonly {
        readonly content_encoding: string;
        readonly sha256: readonly (Uint8Array | readonly number[])[];
      }[];
    }[]
  >;
  create_batch(request: object): Promise<{ readonly batch_id: bigint }>;
  create_chunk(chunk: { batch_id: bigint; content: Uint8Array }): Promise<{ readonly chunk_id: bigint }>;
  commit_batch(batch: { batch_id: bigint; operations: readonly object[] }): Promise<void>;
}

/** Their types. Candid lets callers leave out optional fields, fields of replies and cases that they do not use. */
const interfaceOf: Candid.InterfaceFactory = ({ IDL }) => {
  const blob = IDL.Vec(IDL.Nat8);
  const encoding = IDL.Record({ content_encoding: IDL.Text, sha256: IDL.Opt(blob) });
  const operation = IDL.Variant({
    CreateAsset: IDL.Record({ key: IDL.Text, content_type: IDL.Text }),
    SetAssetContent: IDL.Record({
      key: IDL.Text,
      sha256: IDL.Opt(blob),
      chunk_ids: IDL.Vec(IDL.Nat),
      content_encoding: IDL.Text,
    }),
    DeleteAsset: IDL.Record({ key: IDL.Text }),
  });
  return IDL.Service({
    list: IDL.Func([IDL.Record({})], [IDL.Vec(IDL.Record({ key: IDL.Text, encodings: IDL.Vec(encoding) }))], ["query"]),
    create_batch: IDL.Func([IDL.Record({})], [IDL.Record({ batch_id: IDL.Nat })], []),
    create_chunk: IDL.Func([IDL.Record({ batch_id: IDL.Nat, content: blob })], [IDL.Record({ chunk_id: IDL.Nat })], []),
    commit_batch: IDL.Func([IDL.Record({ batch_id: IDL.Nat, operations: IDL.Vec(operation) })], [], []),
  });
};

const identityIn = async (file: string): Promise<SignIdentity> => {
  const { Ed25519KeyIdentity } = await import("@icp-sdk/core/identity");
  const pem = await readFile(file, "utf8").catch(() => {
    throw new Error(`IC_IDENTITY_FILE: can't read ${file}.`);
  });
  const { d, crv } = createPrivateKey(pem).export({ format: "jwk" });
  const secret = Buffer.from(d ?? "", "base64url");
  if (crv === "Ed25519") return Ed25519KeyIdentity.fromSecretKey(Uint8Array.from(secret));
  throw new Error("IC_IDENTITY_FILE must hold an Ed25519 key in PEM form: openssl genpkey -algorithm ed25519.");
};
