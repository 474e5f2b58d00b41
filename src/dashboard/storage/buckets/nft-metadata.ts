/** Token metadata (ERC-721, ERC-1155 and similar), detected by its fields. */
export interface Nft {
  readonly name: string;
  readonly description: string;
  /** URL from the metadata: ipfs://…, https://… or data:… */
  readonly image: string;
  readonly traits: readonly { readonly name: string; readonly value: string }[];
}

export const nftOf = (json: unknown): Nft | undefined => {
  if (!isRecord(json)) return undefined;
  const image = [json["image"], json["image_url"], json["image_data"]].find((value) => typeof value === "string");
  if (typeof json["name"] !== "string" || image === undefined) return undefined;
  const attributes = Array.isArray(json["attributes"]) ? (json["attributes"] as unknown[]) : [];
  return {
    name: json["name"],
    description: typeof json["description"] === "string" ? json["description"] : "",
    image: image as string,
    traits: attributes
      .filter(isRecord)
      .map(({ trait_type: name, value }) => ({ name: textOf(name), value: textOf(value) })),
  };
};

/** Parses CID and path from "ipfs://bafy…/1.png". Returns undefined for other URLs. */
export const ipfsAddress = (address: string): { readonly cid: string; readonly path: string } | undefined => {
  const [, cid, path = ""] = /^ipfs:\/\/(?:ipfs\/)?([a-z0-9]+)(\/.*)?$/i.exec(address) ?? [];
  return cid === undefined ? undefined : { cid, path };
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
};
