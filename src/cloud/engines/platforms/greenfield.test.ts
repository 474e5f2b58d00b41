import { expect, test } from "vitest";
import { connectGreenfield, createGreenfield } from "./greenfield.ts";

const settings = { bucket: "sites", spUrl: "https://sp.example" };
const site = {
  label: "meadow",
  cid: "bafyroot",
  files: [
    { path: "index.html", sizeBytes: 3, contentType: "text/html", read: async () => new TextEncoder().encode("one") },
  ],
};
const options = { signal: new AbortController().signal, say: () => undefined };

/** The network is not reachable from tests, so only the calls to the SDK are verified. */
const recorder = (code = 0, existing: readonly string[] = []) => {
  const sent: Record<string, unknown>[] = [];
  return {
    sent,
    headObject: (_bucket: string, name: string) =>
      existing.includes(name) ? Promise.resolve({}) : Promise.reject(new Error("no such object")),
    delegateUploadObject: (request: object) => {
      sent.push(request as Record<string, unknown>);
      return Promise.resolve({ code, ...(code !== 0 && { message: "quota used up" }) });
    },
  };
};

test("each deployment's files are passed to the SDK below its CID, with public read access", async () => {
  const objects = recorder();
  const placed = await createGreenfield(settings, objects, "0x1").publish(site, options);
  expect(objects.sent).toEqual([
    expect.objectContaining({
      bucketName: "sites",
      objectName: "meadow/bafyroot/index.html",
      delegatedOpts: { visibility: 1 },
      body: { name: "meadow/bafyroot/index.html", type: "text/html", size: 3, content: Buffer.from("one") },
    }),
  ]);
  expect(placed.address).toBe("https://sp.example/view/sites/meadow/bafyroot/index.html");
});

test("files stored by an earlier attempt are not sent again, and a rejection has a message", async () => {
  const withExisting = recorder(0, ["meadow/bafyroot/index.html"]);
  await createGreenfield(settings, withExisting, "0x1").publish(site, options);
  expect(withExisting.sent).toEqual([]);
  const refusing = createGreenfield(settings, recorder(1), "0x1").publish(site, options);
  await expect(refusing).rejects.toThrow("BNB Greenfield did not take index.html: quota used up");
});

test("without its SDK the error names the package to install", async () => {
  const connecting = connectGreenfield({ ...settings, rpcUrl: "https://rpc.example", chainId: "c", keyFile: "/none" });
  await expect(connecting).rejects.toThrow("npm install --no-save @bnb-chain/greenfield-js-sdk");
});
