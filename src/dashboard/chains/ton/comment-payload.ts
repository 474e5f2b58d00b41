/** A text comment as the payload of a TON message: a bag of one cell (TON: boc.tlb). */

const magic = [0xb5, 0xee, 0x9c, 0x72];
/** Capacity of a cell without references: 127 bytes, minus four for the text prefix. */
const bytesMax = 123;

/** Encodes a comment, base64. Throws RangeError for a text that does not fit into one cell. */
export const commentPayload = (text: string): string => {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > bytesMax) throw new RangeError("The comment is too long.");
  const data = [0, 0, 0, 0, ...bytes];
  // No references; the size in half bytes, all of them full.
  const cell = [0, data.length * 2, ...data];
  // Sizes take one byte: one cell, one root, none absent, the total length of all cells; the root is the first.
  const header = [...magic, 0x01, 0x01, 1, 1, 0, cell.length, 0];
  return btoa(String.fromCharCode(...header, ...cell));
};
