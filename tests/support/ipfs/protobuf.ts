/**
 * Returns the fields of a protobuf message by number: varints as bigint, the rest as bytes. Independent of the
 * libraries under test.
 */
export const fieldsOf = (bytes: Uint8Array): Map<number, bigint | Uint8Array> => {
  const fields = new Map<number, bigint | Uint8Array>();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Error("The message ends too early.");
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    const kind = Number(tag & 7n);
    if (kind !== 0 && kind !== 2) throw new Error(`Fields of kind ${kind} are not expected.`);
    const value = varint();
    if (kind === 2) at += Number(value);
    fields.set(Number(tag >> 3n), kind === 0 ? value : bytes.slice(at - Number(value), at));
  }
  return fields;
};
