/** Builds Content-Disposition headers (RFC 6266, RFC 8187). */

/** Builds the header. Names with non-ASCII characters are sent twice: with "_" in their place, and encoded. */
export const disposition = (how: "inline" | "attachment", name: string): string => {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\]/gu, "_");
  const plain = `${how}; filename="${ascii}"`;
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${encoded(name)}`;
};

/** Encodes a name. Lone surrogates, which a query can contain, are replaced. */
const encoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replaceAll(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
