/** Returns the host and port of a URL, as listed in a dial's exceptions. */
export const authorityOf = (address: string): string => {
  const { protocol, hostname, port } = new URL(address);
  return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
};
