import { logAddressHead, logAddressTail, nameHead, nameTail } from "../../../../resources/limits.ts";

/** Shortens team names and user names to the first 6 and the last 4 characters. */
export const shortenName = (name: string): string => shorten(name, nameHead, nameTail);

/** Shortens addresses in logs to the first 5 and the last 4 characters. */
export const shortenAddress = (address: string): string => shorten(address, logAddressHead, logAddressTail);

/** Shortens content ids and hashes in tables. */
export const shortenHash = (hash: string): string => shorten(hash, 10, 6);

const shorten = (text: string, head: number, tail: number): string => {
  if (text.length <= head + tail + 1) return text;
  const graphemes = graphemesOf(text);
  if (graphemes.length <= head + tail + 1) return text;
  return `${graphemes.slice(0, head).join("")}…${graphemes.slice(-tail).join("")}`;
};

/**
 * Splits a text into graphemes, so that no emoji is cut in half. Plain text needs no segmenter, which takes 20 ms to
 * create.
 */
const graphemesOf = (text: string): string[] =>
  /^[ -~]*$/.test(text) ? text.split("") : Array.from(segmenter().segment(text), ({ segment }) => segment);

let segmenterOrNone: Intl.Segmenter | undefined;
const segmenter = (): Intl.Segmenter => (segmenterOrNone ??= new Intl.Segmenter("en"));
