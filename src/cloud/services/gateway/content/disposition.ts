/** Content-Disposition (RFC 6266, RFC 8187): under which name a browser saves what it is sent, and whether it shows it. */

/** A name with other than ASCII characters is given twice: with "_" for them, and whole. */
export const disposition = (how: "inline" | "attachment", name: string): string => {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\]/gu, "_");
  const plain = `${how}; filename="${ascii}"`;
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${encoded(name)}`;
};

/** Half a surrogate pair, which a query can hold, has no encoding. */
const encoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replaceAll(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
