/** Solana Name Service: names and their records are accounts of one program, at addresses derived from the name. */
import { createHash } from "node:crypto";
import { address, getAddressDecoder, getAddressEncoder, getProgramDerivedAddress, type Address } from "@solana/kit";
import * as z from "zod";
import { canonicalContent } from "./content-hash.ts";
import type { NameService } from "./name-services.ts";
import { fetchConfigured } from "../network/fetch.ts";

const program = address("namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX");
/** The top-level name ".sol". */
const root = address("58PwtjSDuFHuUkYjH9BYnnQKHfwo9reZhC2zMJv9JPkx");
/** An account starts with its parent, its owner and its class, 32 bytes each. */
const headerBytes = 96;
const timeoutMs = 10_000;

const answer = z.object({
  result: z.object({ value: z.nullable(z.object({ data: z.tuple([z.string(), z.literal("base64")]) })) }),
});

export const openSns = ({ rpcUrl }: { readonly rpcUrl: string }): NameService => {
  /** Returns the bytes of an account; undefined if it does not exist. */
  const read = async (account: Address): Promise<Buffer | undefined> => {
    const params = [account, { encoding: "base64", commitment: "confirmed" }];
    const response = await fetchConfigured(rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getAccountInfo", params }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { value } = answer.parse(await response.json()).result;
    const bytes = value && Buffer.from(value.data[0], "base64");
    return bytes && bytes.length >= headerBytes ? bytes : undefined;
  };
  return {
    normalise: async (name) => {
      const normal = name.trim().toLowerCase();
      return /^[a-z0-9-]{1,63}\.sol$/.test(normal) ? normal : undefined;
    },
    look: async (name) => {
      const domain = await accountOf(name.replace(/\.sol$/, ""), root);
      const [found, record] = await Promise.all([read(domain), read(await accountOf("\u0001IPFS", domain))]);
      const owner = found && getAddressDecoder().decode(found.subarray(32, 64));
      const text = record?.subarray(headerBytes).toString("utf8").replaceAll("\0", "").trim() ?? "";
      return { owner, resolver: undefined, content: canonicalContent(text) ?? text };
    },
    valueOf: async (content) => content,
    setting: async () => undefined,
  };
};

/** Returns the account address of a name below another. */
export const accountOf = async (label: string, parent: Address): Promise<Address> => {
  const hashed = createHash("sha256").update(`SPL Name Service${label}`).digest();
  const seeds = [hashed, new Uint8Array(32), getAddressEncoder().encode(parent)];
  const [account] = await getProgramDerivedAddress({ programAddress: program, seeds });
  return account;
};
