import { expect, test } from "vitest";
import { parseListing } from "./parse-listing.ts";

const listing = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name>${inside}</ListBucketResult>\n`;
const contents = (key: string, more = "") =>
  `<Contents><Key>${key}</Key><LastModified>2026-11-21T10:00:00.000Z</LastModified><ETag>&#34;e&quot;</ETag><Size>7</Size>${more}</Contents>`;

test("files and folders are read with decoded keys; unknown elements are ignored", () => {
  const page = parseListing(
    listing(
      `<Prefix>x/</Prefix><KeyCount>3</KeyCount><NextContinuationToken>a&amp;b&#x3D;</NextContinuationToken>
       ${contents("x/%3CSize%3E9%3C%2FSize%3E+%26amp;%F0%9F%99%82", "<Owner><ID>o</ID></Owner>")}${contents("x/%01")}
       <CommonPrefixes><Prefix>x/%2F</Prefix></CommonPrefixes><CommonPrefixes><Prefix>x/y/</Prefix></CommonPrefixes>`,
    ),
  );
  const common = { sizeBytes: 7, modifiedSeconds: Date.UTC(2026, 10, 21, 10) / 1000, etag: "e" };
  expect(page).toEqual({
    files: [
      { key: "x/<Size>9</Size> &amp;🙂", ...common },
      { key: "x/\u0001", ...common },
    ],
    folders: ["x//", "x/y/"],
    next: "a&b=",
  });
});

test("a listing with details has types and CIDs", () => {
  const details =
    "<UserMetadata><content-type>text/a&amp;b</content-type><x-amz-ipfs-hash>bafk</x-amz-ipfs-hash></UserMetadata>";
  const [file, plain] = parseListing(
    listing(contents("a", details) + contents("b", "<UserMetadata></UserMetadata>")),
  )!.files;
  expect(file).toMatchObject({ key: "a", type: "text/a&b", cid: "bafk" });
  expect(Object.keys(plain!)).not.toEqual(expect.arrayContaining(["type"]));
});

test("an empty folder is a page without rows", () => {
  expect(parseListing(listing("<IsTruncated>false</IsTruncated>"))).toEqual({
    files: [],
    folders: [],
    next: undefined,
  });
});

test("truncated and unrelated responses are not listings", () => {
  const whole = listing(contents("a")).trimEnd();
  expect(parseListing(whole)?.files).toHaveLength(1);
  expect(parseListing(whole.slice(0, -1))).toBeUndefined();
  expect(parseListing("<html><body>Sign in to the Wi-Fi</body></html>")).toBeUndefined();
  expect(parseListing("")).toBeUndefined();
});
