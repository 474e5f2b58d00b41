/** Files that are published only if the user says so: settings with passwords, and private keys. */

const examples = /^\.env\.(?:example|sample|template|dist|defaults)$/;
const secrets = [
  /^\.env(?:\..+)?$/,
  /^\.?env\.local$/,
  /^(?:.+\.)?(?:pem|key|p12|pfx|ppk|jks|keystore|kdbx|p8|ovpn)$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$/,
  /^\.(?:npmrc|pypirc|netrc|pgpass|htpasswd|git-credentials|dockercfg|s3cfg|my\.cnf)$/,
  /^(?:credentials|service-?account.*|client_secret.*)\.json$/,
];
const folders = /(?:^|\/)\.(?:ssh|aws|gnupg|kube|docker)\//;

/** Returns those of the paths that usually hold secrets. */
export const secretFilesIn = (paths: readonly string[]): string[] =>
  paths.filter((path) => {
    const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
    return folders.test(path) || (!examples.test(name) && secrets.some((pattern) => pattern.test(name)));
  });

/** Formats the first ones for a sentence: ".env, keys/site.pem and 3 more". */
export const listedFiles = (paths: readonly string[]): string => {
  const shown = paths.slice(0, 3).join(", ");
  return paths.length > 3 ? `${shown} and ${paths.length - 3} more` : shown;
};

/** Reads a part of a file. */
export type ReadPart = (offset: number, length: number) => Promise<Uint8Array>;

const endLengthMax = 22 + 0xffff;

/**
 * Returns the names in a zip from its central directory (APPNOTE 4.3.12); none if it is no zip that this can read, which the server refuses or
 * reads itself.
 */
export const namesInZip = async (sizeBytes: number, read: ReadPart): Promise<string[]> => {
  const tailAt = Math.max(0, sizeBytes - endLengthMax);
  const tail = await read(tailAt, sizeBytes - tailAt);
  const end = endIn(tail);
  if (end === -1) return [];
  const view = viewOf(tail);
  let [length, offset] = [view.getUint32(end + 12, true), view.getUint32(end + 16, true)];
  if (offset === 0xffffffff && end >= 20) {
    // ZIP64: the locator before the end names the larger record (4.3.15).
    const record = viewOf(await read(Number(view.getBigUint64(end - 20 + 8, true)), 56));
    [length, offset] = [Number(record.getBigUint64(40, true)), Number(record.getBigUint64(48, true))];
  }
  if (offset + length > sizeBytes) return [];
  return namesIn(await read(offset, length));
};

const namesIn = (directory: Uint8Array): string[] => {
  const [view, names, utf8] = [viewOf(directory), [] as string[], new TextDecoder()];
  for (let at = 0; at + 46 <= directory.length && view.getUint32(at, true) === 0x02014b50;) {
    const length = view.getUint16(at + 28, true);
    names.push(utf8.decode(directory.subarray(at + 46, at + 46 + length)).replaceAll("\\", "/"));
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return names;
};

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The end record is the last one whose comment ends with the file. */
const endIn = (bytes: Uint8Array): number => {
  const view = viewOf(bytes);
  for (let at = bytes.length - 22; at >= 0; at -= 1)
    if (view.getUint32(at, true) === 0x06054b50 && view.getUint16(at + 20, true) === bytes.length - at - 22) return at;
  return -1;
};
