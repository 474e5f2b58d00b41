import { beforeAll, describe, expect, it } from "vitest";
import { bindMemo } from "../../../../resources/account/solana.ts";
import type { UserInfo } from "../../../../resources/account/session.ts";
import { testCloud } from "../../../../tests/support/server/cloud.ts";
import { newOwner } from "../../../../tests/support/account/owner.ts";
import { newSolanaWallet } from "../../../../tests/support/chains/solana.ts";

let url: string;
let voteAccount: string;
beforeAll(async () => {
  ({ url } = await testCloud());
  const config = (await (await fetch(`${url}/config.json`)).json()) as { solana: { voteAccount: string } };
  ({ voteAccount } = config.solana);
});

const newcomer = async () => {
  const owner = await newOwner(url);
  const wallet = await newSolanaWallet(`${url}/solana`);
  const user = () => owner.data<UserInfo>("GET /api/auth/user");
  const message = async () =>
    (await owner.data<{ message: string }>("POST /api/auth/user/solana/message", { address: wallet.address })).message;
  const link = (body: object) => owner.call("PUT /api/auth/user/solana", { token: owner.token, body });
  return { ...owner, wallet, user, message, link };
};

describe("linking a Solana address by a signature", () => {
  it("links the address that signed the server's message, and unlinks it", async () => {
    const { wallet, user, message, link, data } = await newcomer();
    const text = await message();
    expect(text).toContain(`${new URL(url).host} wants you to link your Solana account:\n${wallet.address}`);
    const linked = await link({ address: wallet.address, signature: await wallet.sign(text) });
    expect(linked.body.data).toEqual({ address: wallet.address });
    expect((await user()).solana).toEqual({ address: wallet.address });
    await data("DELETE /api/auth/user/solana");
    expect((await user()).solana).toBeNull();
  });

  it("rejects a signature of another key, text or user's message, and a used one", async () => {
    const [ada, bob] = [await newcomer(), await newcomer()];
    const text = await ada.message();
    const good = await ada.wallet.sign(text);
    const refused = async (answer: ReturnType<typeof ada.link>) =>
      expect((await answer).body.code).toBe("SOLANA_SIGNATURE");
    await refused(ada.link({ address: ada.wallet.address, signature: await bob.wallet.sign(text) }));
    await refused(ada.link({ address: ada.wallet.address, signature: await ada.wallet.sign(`${text} `) }));
    await refused(ada.link({ address: bob.wallet.address, signature: await bob.wallet.sign(text) }));
    await refused(bob.link({ address: ada.wallet.address, signature: good }));
    expect((await ada.link({ address: ada.wallet.address, signature: good })).status).toBe(200);
    await refused(ada.link({ address: ada.wallet.address, signature: good }));
  });

  it("links an address to one account at a time", async () => {
    const [ada, bob] = [await newcomer(), await newcomer()];
    const sign = async (owner: typeof ada) => {
      const { message } = await owner.data<{ message: string }>("POST /api/auth/user/solana/message", {
        address: ada.wallet.address,
      });
      return owner.link({ address: ada.wallet.address, signature: await ada.wallet.sign(message) });
    };
    expect((await sign(ada)).status).toBe(200);
    expect((await sign(bob)).body.code).toBe("SOLANA_LINKED");
    await ada.data("DELETE /api/auth/user/solana");
    expect((await sign(bob)).status).toBe(200);
  });
});

describe("linking a Solana address by a transaction", () => {
  it("links the payer of a transaction to the vote account whose memo names the account", async () => {
    const { wallet, user, link } = await newcomer();
    const { euid } = await user();
    await wallet.fund();
    const { signature } = await wallet.pay(voteAccount, bindMemo(euid));
    expect((await link({ transaction: signature })).body.data).toEqual({ address: wallet.address });
  });

  it("rejects one for another account, to another recipient, without a memo, or not found", async () => {
    const [ada, bob] = [await newcomer(), await newcomer()];
    const { euid } = await ada.user();
    await ada.wallet.fund();
    const transactions = [
      await ada.wallet.pay(voteAccount, bindMemo((await bob.user()).euid)),
      await ada.wallet.pay(bob.wallet.address, bindMemo(euid)),
      await ada.wallet.pay(voteAccount),
      { signature: "1".repeat(64) },
    ];
    for (const { signature } of transactions) {
      expect((await ada.link({ transaction: signature })).body.code).toBe("SOLANA_TRANSACTION");
    }
    expect((await ada.user()).solana).toBeNull();
  });
});
