import { code } from "../declare/fields.ts";

/** `/ipfs/` and a CID (`Qm` + 44 characters, or `b` + 58), or `/ipns/` and a name; a folder in it may follow. */
export const ipfsPath = code("Hash", {
  pattern: {
    expression:
      /^\/(ipfs\/(Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{58})|ipns\/(k[a-z0-9]{40,80}|bafz[a-z2-7]{40,80}|12D3Koo[1-9A-HJ-NP-Za-km-z]{45}|Qm[1-9A-HJ-NP-Za-km-z]{44}))(\/[^/]+)*\/?$/,
    message: "Enter /ipfs/bafy… or /ipns/k51…. A CID is b… (59 characters) or Qm… (46).",
  },
});
