import { code } from "../fields.ts";

/** `/ipfs/` and a CID: `Qm` + 44 characters, or `b` + 58; a folder in it may follow. */
export const ipfsPath = code("Hash", {
  pattern: {
    expression: /^\/ipfs\/(Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{58})(\/[^/]+)*\/?$/,
    message: "A path like /ipfs/bafy…: the CID starts with b (59 characters) or Qm (46 characters).",
  },
});
