import { getAddress } from "ethers";

/** Returns an address (0x, in any case) with its checksum (EIP-55). Throws if it is not an address. */
export const checksumAddress = (address: string): string => getAddress(address.toLowerCase());
