import { code } from "../declare/fields.ts";

/** The other encodings of a CID (multibase), by their first characters. */
const others =
  "[BcCvVtT][a-zA-Z0-9=]{7,}|[fF][0-9a-fA-F]{8,}|[zZ][1-9A-HJ-NP-Za-km-z]{7,}|[mMuU][0-9A-Za-z+=_-]{7,}|h[0-9a-z]{7,}|[079][0-9]{20,}|🚀[^/\\s]{7,}";
const peerId = "Qm[1-9A-HJ-NP-Za-km-z]{44}";
/** Whole bytes need 2, 4, 5, 7 or 8 characters after groups of 8. */
const base32 = "(?:[a-z2-7]{8})*(?:[a-z2-7]{2}|[a-z2-7]{4}|[a-z2-7]{5}|[a-z2-7]{7}|[a-z2-7]{8})";

/** What a CID looks like. The server reads it exactly (parse-cid.ts). */
export const cidText = `${peerId}|b${base32}|[kK][0-9a-zA-Z]{7,}|${others}`;

/** What an IPNS key looks like: a CID of a public key, or its peer ID. */
export const ipnsKeyText = `${peerId}|12D3Koo[1-9A-HJ-NP-Za-km-z]{45}|bafz${base32}|[kK][0-9a-zA-Z]{40,}|${others}`;

/** `/ipfs/` and a CID, or `/ipns/` and a name; a folder in it may follow. */
export const ipfsPath = code("Hash", {
  pattern: {
    expression: new RegExp(`^/(ipfs/(${cidText})|ipns/(${ipnsKeyText}))(/[^/]+)*/?$`),
    message: "Enter /ipfs/bafy… or /ipns/k51….",
  },
});
