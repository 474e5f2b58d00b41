import { randomBytes } from "node:crypto";
import { base32 } from "@scure/base";

/** Generates a key of 20 capital letters and digits, as in AWS. Keys start with `FH`, session keys with `FS`. */
export const newAccessKey = (prefix: "FH" | "FS"): string => prefix + base32.encode(randomBytes(15)).slice(0, 18);
export const newSecretKey = (): string => randomBytes(30).toString("base64url");

/** Encryption purpose of a key's secret. */
export const purposeOf = (accessKey: string): string => `access key ${accessKey}`;
