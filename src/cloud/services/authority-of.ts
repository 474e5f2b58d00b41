/** Host and port of an address, as connections to it are allowed by. */
export const authorityOf = (address: string): string => {
  const { protocol, hostname, port } = new URL(address);
  return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
};
