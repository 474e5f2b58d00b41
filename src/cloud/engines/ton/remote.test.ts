/** Tests an external chain; the local devnet serves as the node at its public URL. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { mnemonicNew } from "@ton/crypto";
import { pino } from "pino";
import { beforeAll, describe, expect, it } from "vitest";
import { newTonWallet, tons } from "../../../../tests/support/chains/ton.ts";
import { temporaryFolder, testWeb, type TestWeb } from "../../../../tests/support/server/web.ts";
import { registerTonRpc } from "../../chains/ton-rpc.ts";
import { createSecretBox } from "../../kernel/secret-box.ts";
import { openEmbeddedTon } from "../../devnet/ton/open.ts";
import { openTon } from "./open.ts";
import { InvalidTonAddress, TonRefused, type Ton } from "./ton.ts";
import { oneProcess } from "../../../../tests/support/server/owners.ts";

const log = pino({ level: "silent" });
const noPayout = { TON_PAYOUT_KEY_FILE: undefined, TON_PAYOUT_WALLET: "v5r1" } as const;
const encryption = createSecretBox({ DATA_DIR: "/nowhere", SECRET_KEY: "a key of thirty-two letters or so" });

let node: Ton;
let web: TestWeb;
let ton: Ton;
beforeAll(async () => {
  const ownDatabase = (await testWeb()).database;
  node = await openEmbeddedTon({ database: ownDatabase, encryption, ...oneProcess(), log });
  web = await testWeb({ http: ({ app }) => registerTonRpc(app, node) });
  ton = await remote(await node.collector());
});
const remote = (collector: string, url = `${web.url}/ton/jsonRPC`): Promise<Ton> => {
  const config = { ...noPayout, TON_URL: url, TON_API_KEY: "a key", TON_COLLECTOR: collector };
  return openTon({ config, database: web.database, encryption, ...oneProcess(), log });
};

describe("an external chain", () => {
  it("is read and written through a TON Center node", async () => {
    const wallet = newTonWallet();
    await node.faucet!(wallet.address);
    expect(await ton.account(wallet.address)).toEqual({ nano: tons("100"), state: "uninitialized" });
    expect(await ton.seqno(wallet.address)).toBe(0);
    const to = await ton.collector();
    for (const seqno of [0, 1, 2, 3])
      await ton.send(wallet.sign({ to, nano: tons("1") + BigInt(seqno), comment: `number ${seqno}`, seqno }));
    expect(await ton.seqno(wallet.address)).toBe(4);
    const all = await ton.transactions(to, { limit: 10 });
    expect(all).toEqual(await node.transactions(to, { limit: 10 }));
    expect(all.map(({ received }) => received?.comment)).toEqual(["number 3", "number 2", "number 1", "number 0"]);
    const [, second] = all;
    expect(await ton.transactions(to, { limit: 2, upTo: second! })).toEqual(all.slice(1, 3));
  });

  it("rejects what the node rejects, with the contract's reason", async () => {
    const wallet = newTonWallet();
    await node.faucet!(wallet.address);
    const boc = wallet.sign({ to: await ton.collector(), nano: 1n, validUntil: 1_700_000_000 });
    await expect(ton.send(boc)).rejects.toMatchObject({ name: "TonRefused", exitCode: 36 });
    await expect(ton.send(Buffer.from("nothing"))).rejects.toThrow(TonRefused);
    await expect(ton.account("EQnobody")).rejects.toThrow(InvalidTonAddress);
    expect([ton.embedded, ton.handle, ton.faucet]).toEqual([false, undefined, undefined]);
  });

  it("distinguishes an unreachable node from a rejection", async () => {
    const down = await remote(await node.collector(), "http://127.0.0.1:9/");
    const sending = down.send(newTonWallet().sign({ to: await down.collector(), nano: 1n }));
    await expect(sending).rejects.not.toThrow(TonRefused);
  });

  it("uses the network of its collector's address, which is required", async () => {
    expect(ton.network).toBe("-3");
    const { raw } = newTonWallet();
    expect((await remote(raw.toString({ bounceable: false }))).network).toBe("-239");
    const config = { ...noPayout, TON_URL: web.url, TON_API_KEY: undefined, TON_COLLECTOR: undefined };
    const missing = openTon({ config, database: web.database, encryption, ...oneProcess(), log });
    await expect(missing).rejects.toThrow("TON_URL requires TON_COLLECTOR");
  });
});

describe("the payout wallet", () => {
  it.each(["v4r2", "v5r1"] as const)("is a wallet of version %s, derived from its 24 words", async (version) => {
    const folder = await temporaryFolder();
    const file = join(folder, "words.txt");
    await writeFile(file, (await mnemonicNew()).join(" "));
    const of = (path: string) =>
      openTon({
        config: {
          TON_URL: `${web.url}/ton/jsonRPC`,
          TON_API_KEY: undefined,
          TON_COLLECTOR: `kQ${"A".repeat(46)}`,
          TON_PAYOUT_KEY_FILE: path,
          TON_PAYOUT_WALLET: version,
        },
        ...oneProcess(),
        database: web.database,
        encryption,
        log,
      });
    const { payout, ...chain } = await of(file);
    const [address, to] = [await payout!.address(), newTonWallet()];
    await node.faucet!(address);
    for (const seqno of [0, 1]) {
      const validUntil = Math.floor(Date.now() / 1000) + 60;
      const payment = { to: to.address, nano: tons("1.5"), comment: `boost:${seqno}`, seqno, validUntil };
      await chain.send(await payout!.sign(payment));
    }
    expect(await chain.seqno(address)).toBe(2);
    expect((await chain.transactions(address, { limit: 2 })).map(({ sent }) => sent)).toEqual(
      ["boost:1", "boost:0"].map((comment) => [{ to: to.raw.toRawString(), nano: tons("1.5"), comment }]),
    );
    await expect(of(join(folder, "none.txt"))).rejects.toThrow("none.txt");
    await writeFile(file, "only three words");
    await expect(of(file)).rejects.toThrow("TON_PAYOUT_KEY_FILE must contain the 24 words of a wallet");
  });
});

describe("POST /ton", () => {
  const ask = async (body: unknown) => {
    const answer = await fetch(`${web.url}/ton`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return {
      status: answer.status,
      origin: answer.headers.get("access-control-allow-origin"),
      ...((await answer.json()) as object),
    };
  };

  it("answers wallets from any origin and reports invalid requests", async () => {
    const { address } = newTonWallet();
    const right = { jsonrpc: "2.0", id: "1", method: "getAddressInformation", params: { address } };
    expect(await ask(right)).toMatchObject({
      status: 200,
      origin: "*",
      ok: true,
      id: "1",
      result: { balance: "0", state: "uninitialized" },
    });
    expect(
      await ask({ ...right, method: "runGetMethod", params: { address, method: "seqno", stack: [] } }),
    ).toMatchObject({
      result: { exit_code: -13 },
    });
    expect(await ask([right])).toMatchObject({ status: 422, ok: false });
    expect(await ask({ ...right, method: "shutdown" })).toMatchObject({ status: 404, ok: false });
    expect(await ask({ ...right, method: "toString" })).toMatchObject({ status: 404, ok: false });
    for (const params of [{}, { address: "x" }, { address: 5 }, { address: null }])
      expect(await ask({ ...right, params })).toMatchObject({ status: 422, ok: false });
    for (const params of [
      { address, limit: 0 },
      { address, limit: 1e9 },
      { address, lt: "x" },
      { address, lt: 1, hash: "%%" },
    ])
      expect(await ask({ ...right, method: "getTransactions", params })).toMatchObject({ status: 422, ok: false });
    for (const boc of ["", "AAAA", "te6cckEBAQEAAgAAAEysuc0=", "x".repeat(90_000)])
      expect(await ask({ ...right, method: "sendBoc", params: { boc } })).toMatchObject({ ok: false });
    expect(web.faults).toEqual([]);
  });
});
