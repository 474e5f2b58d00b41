import { randomBytes } from "node:crypto";
import { base32 } from "@scure/base";

/** Shaped as clients know them: 20 capitals and digits, 40 characters. `FH` begins a key, `FS` one of a session. */
export const newAccessKey = (prefix: "FH" | "FS"): string => prefix + base32.encode(randomBytes(15)).slice(0, 18);
export const newSecretKey = (): string => randomBytes(30).toString("base64url");

/** Under which a key's secret is sealed. */
export const purposeOf = (accessKey: string): string => `access key ${accessKey}`;
