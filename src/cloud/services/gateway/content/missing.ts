/** What a gateway says of content that it does not send. */
import { end, sendMessage, withHeaders, type Exchange } from "../respond.ts";
import { pausedMessage, type Message } from "../pages.ts";

const messages = {
  paused: pausedMessage,
  "not-held": { status: 404, title: "Not held here", text: "This cloud does not hold the content with this CID." },
  410: { status: 410, title: "Not served here", text: "Whoever runs this cloud has chosen not to serve this content." },
  451: { status: 451, title: "Not available", text: "This content may not be served for legal reasons." },
  400: {
    status: 400,
    title: "Not a content address",
    text: "This is no CID or name that leads to content. Is it whole?",
  },
  label: {
    status: 400,
    title: "Too long for a host name",
    text: "CID incompatible with DNS label length limit of 63. Ask for it by path instead.",
  },
  format: {
    status: 400,
    title: "Unknown format",
    text: "Content comes as raw, car, json, cbor, dag-json, dag-cbor or ipns-record. Its parameters are checked too.",
  },
  406: {
    status: 406,
    title: "Not in this form",
    text: "This content has no such form. Ask for it as it is, or with ?format=raw.",
  },
  501: {
    status: 501,
    title: "Inside a block",
    text: "The path leads into a block of data. Only whole blocks are sent: shorten the path to the last link.",
  },
  name: {
    status: 502,
    title: "Name leads nowhere",
    text: "No valid record was found for this name. It may be too new, or have expired. Try again in a while.",
  },
} as const satisfies Record<string | number, Message>;

/** Who asks only for what is at hand gets 412 without a page (`Cache-Control: only-if-cached`). */
export const sendMissing = (exchange: Exchange, why: keyof typeof messages): void => {
  const { request, response, headers } = exchange;
  const isAtHand = /\bonly-if-cached\b/.test(request.headers["cache-control"] ?? "");
  if (why === "not-held" && isAtHand) return end(response, 412, { ...headers, "cache-control": "no-cache" });
  const own = why === "name" ? { "retry-after": "60" } : {};
  sendMessage(withHeaders(exchange, own), messages[why]);
};
