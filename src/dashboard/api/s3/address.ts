/** Addresses of objects: path style, below the S3 base of /config.json. */
import { config } from "../config.ts";

/** Thrown for a key that browsers can't request: URL normalization would change it. */
export class KeyNotAddressable extends Error {
  override readonly name = "KeyNotAddressable";
}

/** Returns the endpoint to configure in S3 clients. */
export const s3Endpoint = (): string =>
  new URL(config.get().bases["s3"] ?? "/s3", location.origin).href.replace(/\/$/, "");

/** Returns the URL of the endpoint, a bucket or an object. */
export const s3Address = (bucket?: string, key?: string): URL => {
  const path = [bucket, key].filter((part) => part !== undefined).map(encodeKey);
  return new URL([s3Endpoint(), ...path].join("/"));
};

/** Percent-encodes each segment and keeps slashes, so that the signature's canonical path equals the sent one. */
export const encodeKey = (key: string): string => {
  if (key.split("/").some((segment) => segment === "." || segment === ".."))
    throw new KeyNotAddressable('Browsers cannot open paths with "." or "..". Use an S3 client for this file.');
  return key.split("/").map(encodeSegment).join("/");
};

const encodeSegment = (segment: string): string =>
  encodeURIComponent(segment).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
