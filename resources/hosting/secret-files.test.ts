import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { type EndOptions, ZipFile } from "yazl";
import { listedFiles, namesInZip, secretFilesIn } from "./secret-files.ts";

test("settings with passwords and private keys are secret, their examples and public files are not", () => {
  const secret = [
    ".env",
    "api/.env.production",
    ".ENV",
    "certs/site.pem",
    "server.key",
    "id_rsa",
    "keys/id_ed25519",
    "wallet.p12",
    ".npmrc",
    ".htpasswd",
    "serviceAccountKey.json",
    ".ssh/config",
    "home/.aws/credentials",
  ];
  const open = [".env.example", "environment.js", "id_rsa.pub", "keyboard.js", "key/index.html", "monkey", "a.env.js"];
  expect(secretFilesIn([...secret, ...open])).toEqual(secret);
});

test("many files are listed by the first three", () => {
  expect(listedFiles(["a", "b"])).toBe("a, b");
  expect(listedFiles(["a", "b", "c", "d", "e"])).toBe("a, b, c and 2 more");
});

/** Its comment looks like the end of a zip. */
const zipOf = async (names: readonly string[], forceZip64Format = false) => {
  const options = { forceZip64Format };
  const zip = new ZipFile();
  for (const name of names) zip.addBuffer(Buffer.from(name), name, options);
  zip.end({ ...options, comment: "PK__ is a comment of more than 22 bytes" } as EndOptions);
  const bytes = await buffer(zip.outputStream);
  bytes.set([5, 6], bytes.lastIndexOf("PK__") + 2);
  return bytes;
};
const namesOf = (zip: Uint8Array) =>
  namesInZip(zip.length, async (offset, length) => zip.subarray(offset, offset + length));

test("the names in a zip are read from its end, also of a ZIP64; something else has none", async () => {
  const names = ["index.html", "über/.env", ...Array.from({ length: 300 }, (_, at) => `file ${at}`)];
  expect(await namesOf(await zipOf(names))).toEqual(names);
  expect(await namesOf(await zipOf(names, true))).toEqual(names);
  expect(await namesOf(Buffer.from("no zip"))).toEqual([]);
  expect(await namesOf((await zipOf(names)).subarray(0, -40))).toEqual([]);
});
