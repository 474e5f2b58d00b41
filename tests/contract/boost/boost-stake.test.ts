/** Staking on a local chain: which stakes count, from when on, and for which user. */
import { Contract, type Wallet } from "ethers";
import { privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, it } from "vitest";
import { stakeReadSeconds } from "../../../resources/boost/staking/stake-limits.ts";
import { boostChain } from "../../../resources/chains/chains.ts";
import { stakingAbi } from "../../../resources/chains/contracts.ts";
import { forgetTestStakes } from "../../../src/cloud/boost/stake/watch.ts";
import { boostWeb, type BoostWeb } from "../../support/billing/boost.ts";
import { chainEnds, receiptOf } from "../../support/chains/evm-chain.ts";
import { testEvm, type TestEvm } from "../../support/chains/evm.ts";

const unit = 10n ** 18n;
let evm: TestEvm;
let web: BoostWeb;
beforeAll(async () => {
  evm = await testEvm({ blockMs: 5 });
  web = await boostWeb({ evm });
});

type Staker = Awaited<ReturnType<typeof staker>>;

/** Creates a user with a node, test coins and 1,000 tokens. */
const staker = async () => {
  const { wallet, provider } = await evm.richWallet(boostChain);
  const user = await web.join(undefined, privateKeyToAccount(wallet.privateKey as `0x${string}`));
  const send = async (name: keyof typeof abis, method: string, ...args: readonly unknown[]): Promise<string> => {
    const contract = new Contract(evm.find(boostChain)!.contracts[name]!, abis[name], wallet as Wallet);
    const sent = (await contract.getFunction(method)(...args, { gasLimit: 500_000n })) as { hash: string };
    await receiptOf(provider, sent);
    return sent.hash;
  };
  const stakeTokens = async (tokens: bigint): Promise<string> => {
    await send("boostToken", "approve", addressOf("tokenStaking"), tokens * unit);
    return send("tokenStaking", "stake", tokens * unit);
  };
  return { ...user, address: wallet.address, send, stakeTokens };
};
const abis = {
  boostNft: stakingAbi.nft,
  nftStaking: stakingAbi.nftStaking,
  boostToken: [...stakingAbi.token, "function transfer(address to, uint256 amount) returns (bool)"],
  tokenStaking: stakingAbi.tokenStaking,
};
const addressOf = (name: keyof typeof abis): string => evm.find(boostChain)!.contracts[name]!;

const confirmed = () => chainEnds(evm, evm.find(boostChain)!);
const buffOf = async ({ ask }: Pick<Staker, "ask">): Promise<number> => {
  const { body } = await ask("GET /node/info");
  return (body.data as { rateBuff: number }).rateBuff;
};
const mintNft = async ({ send, ask }: Staker): Promise<string> => {
  await send("boostNft", "mint");
  const { body } = await ask("GET /nft/list");
  const nfts = body.data as { tokenId: string; staked: boolean }[];
  return nfts.find(({ staked }) => !staked)!.tokenId;
};

describe("staking", () => {
  it("counts a wallet's assets once they are confirmed", async () => {
    const one = await staker();
    web.advance(3600);
    expect(await buffOf(one)).toBe(0);
    const hash = await one.stakeTokens(400n);
    const told = (await one.ask(`POST /everpay/stake/${hash}`)).body.data as { confirmations: number; needed: number };
    expect(told).toMatchObject({ hash, needed: 4 });
    await confirmed();
    expect((await one.ask(`POST /everpay/stake/${hash}`)).body.data).toMatchObject({
      confirmations: 4,
      counted: true,
      // 400 × 0.005% staked, 600 × 0.002% held.
      rateBuff: 3.2,
    });
    const before = (await one.ask("PUT /node/claim")).body.data;
    expect(before).toMatchObject({ collected: "30" });
    web.advance(3600);
    expect((await one.ask("PUT /node/claim")).body.data).toMatchObject({ collected: "30.96" });
    expect((await one.ask("GET /4ever/stake/info")).body.data).toEqual({
      addresses: [one.address],
      staked: "400",
      balance: "600",
      rateBuff: 3.2,
    });
    expect((await one.ask("GET /4ever/stake/balance")).body.data).toEqual({ balance: "600" });
    expect((await one.ask("GET /node/tokens?size=1&page=2")).body.data).toEqual({
      content: [{ type: "HELD", address: one.address, amount: "600", rateBuff: 1.2 }],
      total: 2,
      totalPages: 2,
    });
    const { data } = (await web.call("GET /api/boost/4ever/stake/total")).body;
    expect(Number((data as { total: string }).total)).toBeGreaterThanOrEqual(400);
  });

  it("ignores a stake the chain doesn't know, and counts another user's stake for that user only", async () => {
    const [one, other] = [await staker(), await staker()];
    const hash = await one.stakeTokens(100n);
    expect((await other.ask(`POST /everpay/stake/${hash}`)).status).toBe(403);
    expect((await other.ask(`POST /everpay/stake/0x${"0".repeat(64)}`)).status).toBe(404);
    expect((await other.ask("POST /everpay/stake/nonsense")).status).toBe(404);
    const transfer = await one.send("boostToken", "transfer", other.address, unit);
    expect((await one.ask(`POST /everpay/stake/${transfer}`)).status).toBe(404);
  });

  it("follows stakes and transfers automatically, and stops counting withdrawn ones", async () => {
    const [one, other] = [await staker(), await staker()];
    const id = await mintNft(one);
    await one.send("boostNft", "approve", addressOf("nftStaking"), id);
    await one.send("nftStaking", "stake", id);
    await one.send("boostToken", "transfer", other.address, 500n * unit);
    await confirmed();
    await web.boost.stakes.poll();
    expect(await buffOf(one)).toBe(6);
    expect(await buffOf(other)).toBe(3);
    expect((await one.ask("GET /nft/isStake")).body.data).toEqual({ isStake: true });
    const [nft] = (await one.ask("POST /nft/bind")).body.data as unknown[];
    expect(nft).toMatchObject({ tokenId: id, name: `Boost NFT #${id}`, staked: true, rateBuff: 5 });
    await one.send("nftStaking", "unstake", id);
    await confirmed();
    await web.boost.stakes.poll();
    expect(await buffOf(one)).toBe(1);
    expect((await one.ask("GET /nft/list")).body.data).toMatchObject([{ tokenId: id, staked: false, rateBuff: 0 }]);
  });

  it("counts a wallet for one node only, and adds up all wallets of a node", async () => {
    const [one, other] = [await staker(), await staker()];
    await confirmed();
    await one.ask("POST /4ever/stake/bind");
    await other.ask("POST /hooks/stake/balance/dostake");
    expect([await buffOf(one), await buffOf(other)]).toEqual([2, 2]);
    const { db } = web.database;
    const { person_id } = await db
      .selectFrom("boost_node")
      .select("person_id")
      .where("id", "=", other.nodeId)
      .executeTakeFirstOrThrow();
    await db.updateTable("person_wallet").set({ person_id }).where("address", "=", one.address).execute();
    await other.ask("POST /4ever/stake/bind");
    expect([await buffOf(one), await buffOf(other)]).toEqual([0, 4]);
  });

  it("rereads a node with a buff after an hour, and keeps the last values while the chain is unreachable", async () => {
    const one = await staker();
    await confirmed();
    await one.ask("POST /4ever/stake/bind");
    const { db } = web.database;
    const kept = () =>
      db.selectFrom("boost_stake").select(["read_at"]).where("node_id", "=", one.nodeId).executeTakeFirstOrThrow();
    const { read_at: first } = await kept();
    const chain = evm.find(boostChain)!;
    const { connect } = chain;
    // A restarted local chain has lost the state of its past blocks.
    await chain.rest();
    web.advance(stakeReadSeconds);
    Object.assign(chain, { connect: () => Promise.reject(new Error("The node is unreachable.")) });
    await expect(web.boost.stakes.poll()).rejects.toThrow("Can't reach the Boost chain");
    expect((await one.ask("POST /4ever/stake/bind")).status).toBe(422);
    Object.assign(chain, { connect });
    expect(await buffOf(one)).toBe(2);
    await web.boost.stakes.poll();
    expect((await kept()).read_at.getTime() - first.getTime()).toBe(stakeReadSeconds * 1000);
  });

  it("proves the task Stake by a stake, not by held tokens", async () => {
    const one = await staker();
    await confirmed();
    await one.ask("POST /4ever/stake/bind");
    expect(await buffOf(one)).toBe(2);
    const pressed = async () => (await one.ask("POST /node/activities/stake/next", {})).body.data as { next: string };
    expect((await pressed()).next).toBe("REDIRECT");
    await one.stakeTokens(100n);
    await confirmed();
    await one.ask("POST /4ever/stake/bind");
    expect((await pressed()).next).toBe("CLAIM");
  });

  it("deletes faucet tokens once the instance runs on public chains", async () => {
    const one = await staker();
    await confirmed();
    await one.ask("POST /4ever/stake/bind");
    expect(await buffOf(one)).toBe(2);
    await forgetTestStakes({
      database: web.database,
      auth: web.auth,
      clock: web.now,
      evm: { embedded: false, find: () => undefined, onBlocks: () => () => undefined },
    });
    expect(await buffOf(one)).toBe(0);
  });

  it("publishes its terms before sign-in: contracts and rate increases", async () => {
    expect((await web.call("GET /api/boost/t4ever/stake/info")).body.data).toMatchObject({
      chain: boostChain,
      confirmations: 4,
      perStakedToken: 0.005,
      perHeldToken: 0.002,
      stakedTokensMin: 100,
      tokensMax: 100,
      perNft: 5,
      nftsCounted: 4,
      faucet: true,
    });
  });
});
