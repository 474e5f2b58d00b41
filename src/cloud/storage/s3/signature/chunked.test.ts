import { expect, test } from "vitest";
import { decodeChunks, type ChunkSigning } from "./chunked.ts";
import { scopeText, signingKey } from "./signing.ts";

/** Examples from the AWS documentation. */
const scope = { date: "20130524", region: "us-east-1" };
const key = signingKey("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", scope);
const signingFrom = (seed: string): ChunkSigning => ({
  key,
  scope: scopeText(scope),
  amzDate: "20130524T000000Z",
  seed,
});
const chunk = (bytes: string, signature: string): string =>
  `${bytes.length.toString(16)};chunk-signature=${signature}\r\n${bytes}${bytes === "" ? "" : "\r\n"}`;

const signed = signingFrom("4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9");
const signedChunks = [
  chunk("a".repeat(65_536), "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648"),
  chunk("a".repeat(1024), "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497"),
  `${chunk("", "b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9")}\r\n`,
];

const trailed = signingFrom("106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e");
const trailedChunks = (checksum: string): string[] => [
  chunk("a".repeat(65_536), "b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2"),
  chunk("a".repeat(1024), "1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7"),
  chunk("", "2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992"),
  `x-amz-checksum-crc32c:${checksum}\r\n`,
  "x-amz-trailer-signature:d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435\r\n\r\n",
];

async function* piecesOf(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text, "latin1");
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const decode = async (
  text: string,
  { signing, size = 16_384 }: { signing?: ChunkSigning; size?: number } = {},
): Promise<{ content: string; trailer: ReadonlyMap<string, string> }> => {
  let trailer: ReadonlyMap<string, string> = new Map();
  const hasTrailer = text.includes("x-amz-checksum");
  const options = { signing, hasTrailer, onTrailer: (found: typeof trailer) => (trailer = found) };
  const pieces: Uint8Array[] = [];
  for await (const piece of decodeChunks(piecesOf(text, size), options)) pieces.push(piece);
  return { content: Buffer.concat(pieces).toString("latin1"), trailer };
};

test("the signed chunks of the AWS example are valid, with any split of the bytes", async () => {
  for (const size of [1, 7, 1000, 65_536, 1_000_000])
    expect((await decode(signedChunks.join(""), { signing: signed, size })).content).toBe("a".repeat(66_560));
});

test("changed, missing and reordered chunks are rejected", async () => {
  const [first, second, last] = signedChunks as [string, string, string];
  const changed = first.replace("\r\naaa", "\r\naab");
  for (const text of [changed + second + last, second + last, second + first + last, first + last])
    await expect(decode(text, { signing: signed })).rejects.toMatchObject({ code: "SignatureDoesNotMatch" });
});

test("a truncated body is incomplete", async () => {
  const [first, second] = signedChunks as [string, string];
  for (const text of [first + second, first.slice(0, 1000), "", "5\r\nhel"])
    await expect(
      decode(text, { signing: text.includes("chunk-signature") ? signed : undefined }),
    ).rejects.toMatchObject({
      code: "IncompleteBody",
    });
});

test("the signed trailer of the AWS example is valid, and a changed one is rejected", async () => {
  const { content, trailer } = await decode(trailedChunks("sOO8/Q==").join(""), { signing: trailed });
  expect([content.length, trailer.get("x-amz-checksum-crc32c")]).toEqual([66_560, "sOO8/Q=="]);
  await expect(decode(trailedChunks("AAAAAA==").join(""), { signing: trailed })).rejects.toMatchObject({
    code: "SignatureDoesNotMatch",
  });
});

test("unsigned chunks have a checksum in the trailer", async () => {
  const text = "5\r\nhello\r\n6\r\n world\r\n0\r\nx-amz-checksum-crc32:DUoRhQ==\r\n\r\n";
  for (const size of [1, 3, 100]) {
    const { content, trailer } = await decode(text, { size });
    expect([content, trailer.get("x-amz-checksum-crc32")]).toEqual(["hello world", "DUoRhQ=="]);
  }
});

test("invalid and wrong chunk sizes are rejected", async () => {
  for (const text of ["x\r\n", "5\r\nhello world\r\n0\r\n\r\n", `${"0".repeat(5000)}\r\n`, "-5\r\nhello\r\n0\r\n\r\n"])
    await expect(decode(text), text.slice(0, 20)).rejects.toMatchObject({ code: "InvalidRequest" });
});
