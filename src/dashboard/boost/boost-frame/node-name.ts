import { shortenAddress } from "../../lib/format/shorten.ts";

/** A node's public name: its shortened wallet address. Users from the messaging app may have none. */
export const nodeName = (address: string | null): string => (address === null ? "No wallet" : shortenAddress(address));
