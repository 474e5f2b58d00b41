import { shortenAddress } from "../../lib/format/shorten.ts";

/** A node as others know it: its wallet's address, shortened; who came by the messaging app alone has none. */
export const nodeName = (address: string | null): string =>
  address === null ? "Without a wallet" : shortenAddress(address);
