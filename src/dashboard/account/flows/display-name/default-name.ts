/** Of new accounts: the start and the end of the wallet's address. */
const defaultName = /^0x[\da-f]{4}…[\da-f]{4}$/i;

/** Returns whether a name was derived from a wallet's address, and not chosen. */
export const isDefaultName = (name: string): boolean => defaultName.test(name);
