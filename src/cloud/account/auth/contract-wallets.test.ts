/** Sign-in with contract wallets on a local devnet. */
import {
  createPublicClient,
  custom,
  parseSignature,
  serializeCompactSignature,
  signatureToCompactSignature,
  type Address,
  type Hex,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, it } from "vitest";
import {
  walletAddressOf,
  walletDeployment,
  walletFactory,
  wrappedSignature,
} from "../../../../tests/support/account/contract-wallet.ts";
import { ageSignIns, messagesIn, signedHeader } from "../../../../tests/support/account/fresh-signature.ts";
import { testEvm } from "../../../../tests/support/chains/evm.ts";
import { receiptOf } from "../../../../tests/support/chains/evm-chain.ts";
import { testWeb, type TestWeb } from "../../../../tests/support/server/web.ts";
import { defineCall } from "../../../../resources/declare/define.ts";
import { route } from "../../kernel/calls/route.ts";
import { createSignatureCheck } from "./signature.ts";
import * as z from "zod/mini";

const sell = defineCall("POST $hosting/sell", {
  summary: "Sells.",
  can: "person",
  fresh: "Sell it all.",
  reply: z.null(),
});

const evm = await testEvm();
const [polygon, arbitrum] = [evm.find("polygon")!, evm.find("arbitrum")!];
let web: TestWeb;
beforeAll(async () => {
  web = await testWeb({ evm, calls: [sell], routes: [route(sell, async () => null)] });
});

const newOwner = () => privateKeyToAccount(generatePrivateKey());

const deploy = async (chain: typeof polygon, owner: Address): Promise<Address> => {
  const { wallet, provider } = await evm.richWallet(chain.key);
  const sent = await wallet.sendTransaction({ to: walletFactory, data: walletDeployment(owner) });
  expect((await receiptOf(provider, sent)).status).toBe(1);
  const address = walletAddressOf(owner);
  expect((await provider.getCode(address)).length).toBeGreaterThan(100);
  return address;
};

interface MessageReply {
  readonly message: string;
  readonly nonce: string;
}
const ask = async (address: string, chainId: number = polygon.chainId) =>
  (await web.call(`GET /api/auth/web3code/${address}?chainId=${chainId}`)).body.data as MessageReply;
const answer = (address: string, nonce: string, signature: Hex) =>
  web.call(`POST /api/auth/web3login/${address}`, { body: { signature, nonce, appName: "test" } });
const enter = async (owner: ReturnType<typeof newOwner>, address: string, chainId?: number) => {
  const { message, nonce } = await ask(address, chainId);
  return answer(address, nonce, await owner.signMessage({ message }));
};
const tokenOf = async ({ body }: { readonly body: { readonly data: { stoken: string } } }): Promise<string> =>
  ((await web.call(`POST /api/auth/st/${body.data.stoken}`)).body.data as { accessToken: string }).accessToken;

/** Deploys a contract that accepts any signature (ERC-1271), also an empty one, as some wallets do after an approval on the chain. */
const deployApproving = async (): Promise<Address> => {
  const { wallet, provider } = await evm.richWallet(polygon.key);
  const code = "631626ba7e60e01b60005260206000f3";
  const sent = await wallet.sendTransaction({ data: `0x601080600b6000396000f3${code}` });
  return (await receiptOf(provider, sent)).contractAddress! as Address;
};

describe("a contract wallet's signature", () => {
  const message = "Sign in to Freehold.";

  /** Returns who signed by our check, and whether anyone did by another library. */
  const checked = async (address: Address, signature: Hex) => {
    const provider = await polygon.connect();
    const request = ({ method, params }: { method: string; params?: unknown }) =>
      provider.send(method, (params ?? []) as unknown[]) as Promise<unknown>;
    const isValid = await createPublicClient({ transport: custom({ request }, { retryCount: 0 }) }).verifyMessage({
      address,
      message,
      signature,
    });
    const signer = await createSignatureCheck(evm)({ address, message, signature, chainId: polygon.chainId });
    return { signer, isValid };
  };
  const byContract = { signer: "contract", isValid: true };
  const byKey = { signer: "key", isValid: true };
  const byNobody = { signer: undefined, isValid: false };

  it("is judged as by another library: deployed, undeployed, and with a deployment", async () => {
    const [owner, other] = [newOwner(), newOwner()];
    const deployed = await deploy(polygon, owner.address);
    const undeployed = walletAddressOf(other.address);
    const [right, wrong] = [await owner.signMessage({ message }), await other.signMessage({ message })];
    const altered = await owner.signMessage({ message: `${message} ` });
    const wrap = (by: ReturnType<typeof newOwner>, signature: Hex) => wrappedSignature(by.address, signature);
    const mark: Hex = `0x${"6492".repeat(16)}`;
    const short = `0x${"00".repeat(31)}` as const;

    expect(await checked(deployed, right)).toEqual(byContract);
    for (const signature of [wrong, altered, short, "0x", mark] as Hex[])
      expect(await checked(deployed, signature), signature).toEqual(byNobody);
    // A wallet that was deployed after it signed.
    expect(await checked(deployed, wrap(owner, right))).toEqual(byContract);
    expect(await checked(deployed, wrap(owner, wrong))).toEqual(byNobody);

    expect(await checked(undeployed, wrap(other, wrong))).toEqual(byContract);
    for (const signature of [wrong, mark, wrap(other, right), wrap(owner, wrong), wrap(newOwner(), wrong)])
      expect(await checked(undeployed, signature), signature).toEqual(byNobody);

    expect(await checked(owner.address, right)).toEqual(byKey);
    expect(await checked(owner.address, wrong)).toEqual(byNobody);
    expect(await checked(owner.address, wrap(owner, right))).toEqual(byNobody);
    // The precompiled contract that returns its input.
    expect(await checked(`0x${"4".padStart(40, "0")}`, right)).toEqual(byNobody);
  });
});

it("a key signs in with a compact signature too (EIP-2098)", async () => {
  const owner = newOwner();
  const { message, nonce } = await ask(owner.address);
  const signature = parseSignature(await owner.signMessage({ message }));
  const compact = serializeCompactSignature(signatureToCompactSignature(signature));
  expect((await answer(owner.address, nonce, compact)).status).toBe(200);
});

describe("a contract wallet", () => {
  it("signs in by contract verification on its chain (ERC-1271)", async () => {
    const owner = newOwner();
    const address = await deploy(polygon, owner.address);
    const entered = await enter(owner, address);
    expect([entered.status, entered.body.code]).toEqual([200, 200]);
    const { wallet } = (await web.call("GET /api/auth/user", { token: await tokenOf(entered) })).body.data;
    expect(wallet).toMatchObject({ address });
  });

  it("signs in without a signature, if its contract accepts none, as after an approval on its chain", async () => {
    const address = await deployApproving();
    const { nonce } = await ask(address);
    expect(await answer(address, nonce, "0x")).toMatchObject({ status: 200, body: { code: 200 } });
    const own = newOwner();
    expect((await answer(own.address, (await ask(own.address)).nonce, "0x")).status).toBe(401);
  });

  it("is refused when another key signs, or the message differs", async () => {
    const owner = newOwner();
    const address = await deploy(polygon, owner.address);
    const refused = await enter(newOwner(), address);
    expect([refused.status, refused.body.code]).toEqual([401, "SIGNATURE_INVALID"]);
    const { message, nonce } = await ask(address);
    const altered = await owner.signMessage({ message: `${message} ` });
    for (const signature of [altered, "0x12", "0x123", `0x${"00".repeat(65)}`] as Hex[])
      expect((await answer(address, nonce, signature)).body.code).toBe("SIGNATURE_INVALID");
  });

  it("signs in before deployment, with its deployment in the signature (ERC-6492)", async () => {
    await deploy(polygon, newOwner().address);
    const owner = newOwner();
    const address = walletAddressOf(owner.address);
    const { message, nonce } = await ask(address);
    const signature = await owner.signMessage({ message });
    expect((await answer(address, nonce, signature)).body.code).toBe("SIGNATURE_INVALID");
    // The wallet deployed by this signature has another address.
    const foreign = wrappedSignature(newOwner().address, signature);
    expect((await answer(address, nonce, foreign)).body.code).toBe("SIGNATURE_INVALID");
    expect((await answer(address, nonce, wrappedSignature(owner.address, signature))).status).toBe(200);
    expect(await (await polygon.connect()).getCode(address)).toBe("0x");

    const { provider } = await evm.richWallet(polygon.key);
    await deploy(polygon, owner.address);
    expect((await provider.getCode(address)).length).toBeGreaterThan(100);
    expect((await enter(owner, address)).status).toBe(200);
  });

  it("is the same user only on the chain of its first sign-in", async () => {
    const owner = newOwner();
    const address = await deploy(polygon, owner.address);
    expect((await enter(owner, address)).status).toBe(200);
    await deploy(arbitrum, owner.address);
    const elsewhere = await enter(owner, address, arbitrum.chainId);
    expect([elsewhere.status, elsewhere.body.code]).toEqual([401, "SIGNATURE_INVALID"]);
    expect(elsewhere.body.message).toContain(`chain ${polygon.chainId}`);
    expect((await enter(owner, address)).status).toBe(200);
  });

  it("is refused on an unused chain, without starting that chain", async () => {
    const owner = newOwner();
    const address = await deploy(polygon, owner.address);
    const scroll = evm.find("scroll")!;
    for (const chainId of [scroll.chainId, 999_999])
      expect((await enter(owner, address, chainId)).body.code).toBe("SIGNATURE_INVALID");
    expect(scroll.isRunning()).toBe(false);
  });

  it("can't sign for an address that signed in with its key, nor a key for a contract's address", async () => {
    const owner = newOwner();
    const address = await deploy(polygon, owner.address);
    const proofOf = (contractChainId: number | null, at: string) =>
      web.database.db
        .updateTable("person_wallet")
        .set({ contract_chain_id: contractChainId === null ? null : BigInt(contractChainId) })
        .where("address", "=", at)
        .execute();
    for (const at of [address, owner.address]) expect((await enter(owner, at)).status).toBe(200);
    await proofOf(null, address);
    await proofOf(polygon.chainId, owner.address);
    for (const at of [address, owner.address]) {
      const refused = await enter(owner, at);
      expect([refused.status, refused.body.code]).toEqual([401, "SIGNATURE_INVALID"]);
    }
  });

  it("makes nobody an operator, because its owner on another chain is unknown", async () => {
    const [owner, keyHolder] = [newOwner(), newOwner()];
    const address = await deploy(polygon, owner.address);
    const settings = { OPERATORS: [address, keyHolder.address].join(",") };
    const own = await testWeb({ evm, settings });
    const isOperator = async (at: string, by: typeof owner): Promise<boolean> => {
      const reply = await own.call(`GET /api/auth/web3code/${at}?chainId=${polygon.chainId}`);
      const { message, nonce } = reply.body.data as MessageReply;
      const body = { signature: await by.signMessage({ message }), nonce, appName: "test" };
      const { stoken } = (await own.call(`POST /api/auth/web3login/${at}`, { body })).body.data as { stoken: string };
      const { accessToken: token } = (await own.call(`POST /api/auth/st/${stoken}`)).body.data as {
        accessToken: string;
      };
      return ((await own.call("GET /api/auth/user", { token })).body.data as { operator: boolean }).operator;
    };
    expect([await isOperator(address, owner), await isOperator(keyHolder.address, keyHolder)]).toEqual([false, true]);
    expect(await own.auth.operators(own.database.db)).toHaveLength(1);
  });

  it("can be linked to an account, and gives fresh signatures", async () => {
    const [person, owner] = [newOwner(), newOwner()];
    const address = await deploy(polygon, owner.address);
    const token = await tokenOf(await enter(person, person.address));
    const link = `GET /api/auth/user/wallets/${address}/message?chainId=${polygon.chainId}`;
    const { message, nonce } = (await web.call(link, { token })).body.data as MessageReply;
    const body = { address, nonce, signature: await owner.signMessage({ message }) };
    expect((await web.call("POST /api/auth/user/wallets", { token, body })).status).toBe(200);
    expect((await enter(owner, address)).status).toBe(200);

    await ageSignIns(web.database.db);
    const refused = await web.call("POST /api/hosting/sell", { token });
    expect(refused.status).toBe(428);
    const reply = messagesIn(refused).find((one) => one.address === address)!;
    expect(reply.message).toContain(`Chain ID: ${polygon.chainId}\n`);
    const byOther = signedHeader(reply.nonce, await newOwner().signMessage({ message: reply.message }));
    expect((await web.call("POST /api/hosting/sell", { token, headers: byOther })).status).toBe(428);
    const headers = signedHeader(reply.nonce, await owner.signMessage({ message: reply.message }));
    expect((await web.call("POST /api/hosting/sell", { token, headers })).status).toBe(200);
  });

  it("is linked, and gives fresh signatures, without a signature if its contract accepts none", async () => {
    const person = newOwner();
    const address = await deployApproving();
    const token = await tokenOf(await enter(person, person.address));
    const link = `GET /api/auth/user/wallets/${address}/message?chainId=${polygon.chainId}`;
    const { nonce } = (await web.call(link, { token })).body.data as MessageReply;
    const body = { address, nonce, signature: "0x" };
    expect((await web.call("POST /api/auth/user/wallets", { token, body })).status).toBe(200);

    await ageSignIns(web.database.db);
    const messages = messagesIn(await web.call("POST /api/hosting/sell", { token }));
    const unsignedBy = (signer: string) => {
      const headers = signedHeader(messages.find((one) => one.address === signer)!.nonce, "0x");
      return web.call("POST /api/hosting/sell", { token, headers });
    };
    expect((await unsignedBy(person.address)).status).toBe(428);
    expect((await unsignedBy(address)).status).toBe(200);
  });

  it("reports an unreachable node, and the message stays valid", async () => {
    const owner = newOwner();
    const address = await deploy(polygon, owner.address);
    let isDown = true;
    const failing = {
      ...polygon,
      connect: async () => {
        if (isDown) throw new Error("connect ECONNREFUSED");
        return polygon.connect();
      },
    };
    const own = await testWeb({ evm: { ...evm, chains: [failing] } });
    const { message, nonce } = (await own.call(`GET /api/auth/web3code/${address}?chainId=${polygon.chainId}`)).body
      .data as MessageReply;
    const body = { signature: await owner.signMessage({ message }), nonce, appName: "test" };
    const refused = await own.call(`POST /api/auth/web3login/${address}`, { body });
    expect([refused.status, refused.body.code]).toEqual([422, "WALLET_NETWORK_UNREACHABLE"]);
    isDown = false;
    expect((await own.call(`POST /api/auth/web3login/${address}`, { body })).status).toBe(200);
  });
});
