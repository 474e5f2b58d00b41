/** Error pages for content that is not served. */
import { end, sendMessage, withHeaders, type Exchange } from "../respond.ts";
import { pausedMessage, type Message } from "../pages.ts";

const messages = {
  paused: pausedMessage,
  "not-held": { status: 404, title: "Content not found", text: "No content with this CID is stored here." },
  410: { status: 410, title: "Content blocked", text: "The operator of this gateway has blocked this content." },
  451: { status: 451, title: "Not available", text: "This content is unavailable for legal reasons." },
  400: {
    status: 400,
    title: "Invalid content address",
    text: "The address is not a valid CID or IPNS name. Check that it is complete.",
  },
  label: {
    status: 400,
    title: "Too long for a host name",
    text: "CID incompatible with DNS label length limit of 63. Use a path address instead.",
  },
  format: {
    status: 400,
    title: "Unknown format",
    text: "Supported formats: raw, car, json, cbor, dag-json, dag-cbor and ipns-record. Check the format parameters too.",
  },
  406: {
    status: 406,
    title: "Format not available",
    text: "This content is not available in the requested format. Omit the format or use ?format=raw.",
  },
  501: {
    status: 501,
    title: "Inside a block",
    text: "The path points inside a data block. Only whole blocks are served: shorten the path to the last link.",
  },
  name: {
    status: 502,
    title: "Name not resolved",
    text: "No valid record was found for this name. It may be too new or have expired. Try again later.",
  },
} as const satisfies Record<string | number, Message>;

/** `Cache-Control: only-if-cached` returns 412 without a page. */
export const sendMissing = (exchange: Exchange, why: keyof typeof messages): void => {
  const { request, response, headers } = exchange;
  const isAtHand = /\bonly-if-cached\b/.test(request.headers["cache-control"] ?? "");
  if (why === "not-held" && isAtHand) return end(response, 412, { ...headers, "cache-control": "no-cache" });
  const own = why === "name" ? { "retry-after": "60" } : {};
  sendMessage(withHeaders(exchange, own), messages[why]);
};
