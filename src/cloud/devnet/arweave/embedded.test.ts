import { randomBytes } from "node:crypto";
import { ArweaveSigner, EthereumSigner, bundleAndSignData, createData } from "@dha-team/arbundles";
import { expect, test } from "vitest";
import { arweaveKey } from "../../../../tests/support/storage/arweave-key.ts";
import { testArweave } from "../../../../tests/support/storage/arweave.ts";
import { ask } from "../../../../tests/support/server/http.ts";
import { hostLabelOf } from "../../engines/arweave/host-label.ts";
import { newWalletKey, openWallet } from "../../engines/arweave/wallet.ts";

const MiB = 1024 * 1024;
const weave = await testArweave();
const { client, get } = weave;
const jwk = arweaveKey as Parameters<typeof client.transactions.sign>[1];

const signed = async (data: string | Uint8Array, tags: Record<string, string> = {}) => {
  const transaction = await client.createTransaction({ data }, jwk);
  for (const [name, value] of Object.entries(tags)) transaction.addTag(name, value);
  await client.transactions.sign(transaction, jwk);
  return transaction;
};

const stored = async (data: string | Uint8Array, tags: Record<string, string> = {}) => {
  const transaction = await signed(data, tags);
  expect((await client.transactions.post(transaction)).status).toBe(200);
  await weave.weave.mine();
  return transaction;
};

test("a client's transaction is pending, then in a block, and its data is served with its type", async () => {
  const before = BigInt(await client.wallets.getBalance(weave.wallet.address));
  const transaction = await signed("<h1>hello</h1>", { "Content-Type": "text/html", "App-Name": "proof" });
  expect(await client.transactions.getStatus(transaction.id)).toEqual({ status: 404, confirmed: null });
  expect((await client.transactions.post(transaction)).status).toBe(200);
  expect((await client.transactions.post(transaction)).status).toBe(200);
  expect(await client.transactions.getStatus(transaction.id)).toEqual({ status: 202, confirmed: null });
  await weave.weave.mine();
  const { confirmed } = await client.transactions.getStatus(transaction.id);
  expect(confirmed).toMatchObject({
    block_height: (await client.network.getInfo()).height,
    number_of_confirmations: 0,
  });
  const served = await get(`/${transaction.id}`);
  expect([served.status, served.headers.get("content-type"), await served.text()]).toEqual([
    200,
    "text/html",
    "<h1>hello</h1>",
  ]);
  const after = BigInt(await client.wallets.getBalance(weave.wallet.address));
  expect(before - after).toBe(BigInt(transaction.reward));
  expect((await client.transactions.get(transaction.id)).signature).toBe(transaction.signature);
});

test("20 MiB uploaded in chunks read back unchanged, whole and in ranges", async () => {
  const data = randomBytes(20 * MiB);
  const transaction = await signed(data);
  const uploader = await client.transactions.getUploader(transaction);
  while (!uploader.isComplete) await uploader.uploadChunk();
  await weave.weave.mine();
  const whole = Buffer.from(await (await get(`/${transaction.id}`)).arrayBuffer());
  expect(whole.equals(data)).toBe(true);
  const part = await get(`/${transaction.id}`, { headers: { range: "bytes=1048570-1048579" } });
  expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 1048570-1048579/${data.length}`]);
  expect(Buffer.from(await part.arrayBuffer()).equals(data.subarray(1_048_570, 1_048_580))).toBe(true);
  expect((await get(`/${transaction.id}`, { headers: { range: "bytes=99999999-" } })).status).toBe(416);
  expect((await weave.database.db.selectFrom("arweave_chunk").select("ends_at").execute()).length).toBe(0);
});

test("data of whole chunks, which ends with an empty one, is accepted", async () => {
  const data = randomBytes(512 * 1024);
  const transaction = await stored(data);
  expect(Buffer.from(await (await get(`/${transaction.id}`)).arrayBuffer()).equals(data)).toBe(true);
});

test("a forged signature, a changed tag, different data and a false reward are rejected", async () => {
  const forged = await signed("x");
  forged.signature = `AAAAAA${forged.signature.slice(6)}`;
  expect((await client.transactions.post(forged)).status).toBe(400);
  const tagged = await signed("x");
  tagged.addTag("evil", "1");
  expect((await client.transactions.post(tagged)).status).toBe(400);
  const other = await signed("the data that was signed");
  const changed = {
    ...JSON.parse(JSON.stringify(other)),
    data: Buffer.from("other data, of same size").toString("base64url"),
  };
  expect((await client.api.post("tx", changed)).status).toBe(400);
  const cheap = await client.createTransaction({ data: "x", reward: "1" }, jwk);
  await client.transactions.sign(cheap, jwk);
  expect((await client.transactions.post(cheap)).status).toBe(400);
  for (const { id } of [forged, tagged, other, cheap]) expect((await get(`/tx/${id}`)).status).toBe(404);
});

test("a chunk without a valid proof is rejected, and so is an unpaid one", async () => {
  const data = randomBytes(600 * 1024);
  const transaction = await signed(data);
  const chunk = transaction.getChunk(0, data);
  expect((await client.api.post("chunk", chunk)).data).toEqual({ error: "data_root_not_found" });
  expect((await client.api.post("tx", { ...JSON.parse(JSON.stringify(transaction)), data: "" })).status).toBe(200);
  const forged = { ...chunk, chunk: randomBytes(256 * 1024).toString("base64url") };
  expect((await client.api.post("chunk", forged)).data).toEqual({ error: "invalid_proof" });
  expect((await client.api.post("chunk", { ...chunk, offset: "7000000" })).data).not.toEqual({});
  expect((await client.api.post("chunk", "{")).data).toEqual({ error: "invalid_json" });
});

test("a wallet without coins is rejected until it is funded", async () => {
  const key = await newWalletKey();
  const unfunded = key as typeof jwk;
  const { address } = openWallet(key);
  const post = async () => {
    const transaction = await client.createTransaction({ data: "mine" }, unfunded);
    await client.transactions.sign(transaction, unfunded);
    return client.transactions.post(transaction);
  };
  expect((await post()).status).toBe(410);
  const gift = await client.createTransaction({ target: address, quantity: "500000000" }, jwk);
  await client.transactions.sign(gift, jwk);
  expect((await client.transactions.post(gift)).status).toBe(200);
  expect(await client.wallets.getBalance(address)).toBe("500000000");
  expect((await post()).status).toBe(200);
});

test("bundle items are found by their own IDs; tampered ones are not", async () => {
  const signer = new ArweaveSigner(jwk as never);
  const texts = ["a", "b", "c"].map((text) =>
    createData(`data ${text}`, signer, { tags: [{ name: "Content-Type", value: "text/plain" }] }),
  );
  const byEthereum = new EthereumSigner("11".repeat(32));
  const items = [...texts, createData("signed by another chain", byEthereum)];
  for (const item of texts) await item.sign(signer);
  await items[3]!.sign(byEthereum);
  const bundle = await bundleAndSignData(items, signer);
  const raw = Buffer.from(bundle.getRaw());
  raw[raw.indexOf("data b") + 5] = 0x7a;
  const transaction = await stored(raw, { "Bundle-Format": "binary", "Bundle-Version": "2.0.0" });
  const [first, second, , last] = items;
  const served = await get(`/${first!.id}`);
  expect([served.headers.get("content-type"), await served.text()]).toEqual(["text/plain", "data a"]);
  expect((await get(`/${second!.id}`)).status).toBe(404);
  expect(await (await get(`/${last!.id}`)).text()).toBe("signed by another chain");
  expect((await client.transactions.getStatus(first!.id)).status).toBe(200);
  const query = `query($id: [ID!]) { transactions(bundledIn: $id) { edges { node { id bundledIn { id } } } } }`;
  const { data } = (await client.api.post("graphql", { query, variables: { id: [transaction.id] } })).data as {
    data: { transactions: { edges: { node: { id: string } }[] } };
  };
  expect(data.transactions.edges.map(({ node }) => node.id).toSorted()).toEqual(
    [items[0]!, items[2]!, items[3]!].map(({ id }) => id).toSorted(),
  );
});

test("a path manifest resolves to its files, its index and its fallback", async () => {
  const page = await stored("<h1>page</h1>", { "Content-Type": "text/html" });
  const lost = await stored("lost", { "Content-Type": "text/plain" });
  const type = { "Content-Type": "application/x.arweave-manifest+json" };
  const manifest = {
    manifest: "arweave/paths",
    version: "0.2.0",
    index: { path: "a/index.html" },
    paths: { "a/index.html": { id: page.id } },
  };
  const plain = await stored(JSON.stringify({ ...manifest, version: "0.1.0" }), type);
  const whole = await stored(JSON.stringify({ ...manifest, fallback: { id: lost.id } }), type);
  const text = async (path: string) => {
    const answer = await get(path);
    return [answer.status, await answer.text()];
  };
  expect(await text(`/${whole.id}`)).toEqual([200, "<h1>page</h1>"]);
  expect(await text(`/${whole.id}/a/index.html`)).toEqual([200, "<h1>page</h1>"]);
  expect(await text(`/${whole.id}/nowhere`)).toEqual([200, "lost"]);
  expect((await text(`/${plain.id}/nowhere`))[0]).toBe(404);
  expect((await get(`/raw/${whole.id}`)).headers.get("content-type")).toBe("application/x.arweave-manifest+json");
});

test("transactions are found by tags and owners, page by page", async () => {
  const app = randomBytes(6).toString("hex");
  const ids: string[] = [];
  for (const part of ["1", "2", "3"]) ids.push((await stored(part, { "App-Name": app })).id);
  const page = async (after?: string) => {
    const query = `{ found: transactions(first: 2, ${after ? `after: "${after}",` : ""} owners: ["${weave.wallet.address}"],
      tags: [{ name: "App-Name", values: ["${app}", "other"] }]) {
      pageInfo { hasNextPage } edges { cursor node { id owner { address } block { height } data { size type } tags { name value } } } } }`;
    const answer = (await client.api.post("graphql", { query })).data as {
      data: { found: { pageInfo: { hasNextPage: boolean }; edges: { cursor: string; node: { id: string } }[] } };
    };
    return answer.data.found;
  };
  const first = await page();
  expect(first.pageInfo.hasNextPage).toBe(true);
  const second = await page(first.edges.at(-1)!.cursor);
  expect(second.pageInfo.hasNextPage).toBe(false);
  expect([...first.edges, ...second.edges].map(({ node }) => node.id)).toEqual(ids.toReversed());
  expect((await client.api.post("graphql", { query: "{ nothing { here } }" })).data).toHaveProperty("errors");
});

test("a query can name its operation and use fragments and directives", async () => {
  const { id } = await stored("named", {});
  const query = `query Other { __typename } query One($id: ID!, $whole: Boolean = false) { transaction(id: $id) { ...Part } }
    fragment Part on Transaction { id tags @include(if: $whole) { name } }`;
  const { data } = await client.api.post("graphql", { query, operationName: "One", variables: { id } });
  expect(data).toEqual({ data: { transaction: { id } } });
});

test.each([
  ["is malformed", "{ transaction("],
  ["selects no fields of an object", "{ transactions }"],
  ["asks for too many at once", "{ transactions(first: 101) { edges { cursor } } }"],
  ["has too many fields", `{ ${"id ".repeat(3000)} }`],
])("a query that %s is answered with errors", async (_, query) => {
  const { status, data } = await client.api.post("graphql", { query });
  expect([status, (data as { errors: unknown[] }).errors.length > 0]).toEqual([200, true]);
});

test("stored content is sandboxed on the dashboard's origin and has a separate origin", async () => {
  const { id } = await stored("<script>1</script>", { "Content-Type": "text/html" });
  const plain = await ask(weave.port, "localhost", `/arweave/${id}`);
  expect(plain.headers["content-security-policy"]).toBe("sandbox");
  expect(plain.headers["x-content-type-options"]).toBe("nosniff");
  const opened = await ask(weave.port, `localhost:${weave.port}`, `/arweave/${id}?a=1`, {
    headers: { "sec-fetch-mode": "navigate" },
  });
  const host = `${hostLabelOf(id)}.arweave.localhost`;
  expect([opened.status, opened.headers.location]).toEqual([302, `http://${host}:${weave.port}/?a=1`]);
  const own = await ask(weave.port, host, "/");
  expect([own.status, own.headers["content-security-policy"], own.body.toString()]).toEqual([
    200,
    undefined,
    "<script>1</script>",
  ]);
  const asScript = { "sec-fetch-site": "same-origin", "sec-fetch-dest": "script" };
  expect((await ask(weave.port, "localhost", `/arweave/${id}`, { headers: asScript })).status).toBe(403);
  expect((await ask(weave.port, "arweave.localhost", `/${id}`)).status).toBe(200);
});

test("no request caused a server error", () => expect(weave.faults).toEqual([]));
