/** A text comment as the payload of a TON message: a bag of one cell (TON: boc.tlb). */

const magic = [0xb5, 0xee, 0x9c, 0x72];
/** Of a cell with no references: 127 bytes, of which four say that it is text. */
const bytesMax = 123;

/** Base64. Throws RangeError for a text that does not fit into one cell. */
export const commentPayload = (text: string): string => {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > bytesMax) throw new RangeError("The comment is too long.");
  const data = [0, 0, 0, 0, ...bytes];
  // No references; as many half bytes as there are, all of them full.
  const cell = [0, data.length * 2, ...data];
  // Sizes take one byte: one cell, one root, none absent, the length of all cells; the root is the first.
  const header = [...magic, 0x01, 0x01, 1, 1, 0, cell.length, 0];
  return btoa(String.fromCharCode(...header, ...cell));
};
