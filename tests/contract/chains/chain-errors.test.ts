/**
 * Provokes every row of the table of chain and wallet errors (spec §8) with our wallet, our contracts and a real node.
 */
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { beforeAll, describe, expect, test } from "vitest";
import { rechargeAbi, registrationAbi } from "../../../resources/chains/contracts.ts";
import { chainMessages } from "../../../resources/chains/messages.ts";
import { contractMessages } from "../../../resources/chains/contract-messages.ts";
import { connectTo, contractAt } from "../../../src/dashboard/chains/evm/connection.ts";
import { errorName } from "../../../src/dashboard/chains/evm/decode-error.ts";
import { contractOn, type EvmNetwork } from "../../../src/dashboard/chains/evm/networks.ts";
import { assertOwnNetwork } from "../../../src/dashboard/chains/evm/own-network.ts";
import { chainProblem } from "../../../src/dashboard/chains/evm/problem.ts";
import { pay, quote, readPrice } from "../../../src/dashboard/chains/evm/recharge.ts";
import type { Order, PayStep } from "../../../src/dashboard/chains/evm/quote.ts";
import { sendRaised, waitForReceipt } from "../../../src/dashboard/chains/evm/send-raised.ts";
import { switchChain } from "../../../src/dashboard/chains/evm/switch-chain.ts";
import type { Approval } from "../../../src/dashboard/chains/wallets/dev/approval.ts";
import { createDevProvider, type DevProviderOptions } from "../../../src/dashboard/chains/wallets/dev/dev-provider.ts";
import { refusals, ProviderError, type WalletProvider } from "../../../src/dashboard/chains/wallets/provider.ts";
import { requestAccount } from "../../../src/dashboard/chains/wallets/requests.ts";
import { landUnit } from "../../../resources/money.ts";
import { testEvm, type TestEvm } from "../../support/chains/evm.ts";
import { memoryKeys } from "../../support/chains/wallet/memory-keys.ts";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ChainKey } from "../../../resources/chains/chains.ts";
import type { WalletChain } from "../../../src/dashboard/chains/wallets/dev/chain-table.ts";
import { atFileEnd } from "../../support/file-end.ts";

interface ChainGateway {
  /** A chain as in the dashboard's /config.json. */
  network(key: ChainKey): EvmNetwork;
  /** The same chain as a wallet's network. */
  walletChain(key: ChainKey): WalletChain;
}

/** Listens until the test file ends. */
const chainGateway = async (evm: TestEvm): Promise<ChainGateway> => {
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const reply = await evm.handle(request.url!.slice(1), JSON.parse(await text(request)));
      response.setHeader("content-type", "application/json").end(JSON.stringify(reply));
    };
    answer().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  atFileEnd(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const network = (key: ChainKey): EvmNetwork => {
    const { chain, chainId, contracts } = evm.find(key)!;
    return { key, chain, chainId, contracts, own: true, rpcUrl: `${origin}/${key}` };
  };
  const walletChain = (key: ChainKey): WalletChain => {
    const { chain, chainId, rpcUrl } = network(key);
    return { chainId, name: chain.name, symbol: chain.currency.symbol, rpcUrl };
  };
  return { network, walletChain };
};

let evm: TestEvm;
let gateway: ChainGateway;
let ethereum: EvmNetwork;
beforeAll(async () => {
  evm = await testEvm();
  gateway = await chainGateway(evm);
  ethereum = gateway.network("ethereum");
});

const agree = async (): Promise<boolean> => true;
const euid = (): string => `0x${generatePrivateKey().slice(2, 34)}${"0".repeat(30)}10`;
const order = (more: Partial<Order> = {}): Order => ({
  euid: euid(),
  land: 5_000_000n * landUnit,
  coin: "native",
  ...more,
});

interface User {
  readonly rich?: boolean;
  readonly approve?: DevProviderOptions["approve"];
}

/** Creates a user whose wallet is connected on Ethereum, with test coins by default. */
const user = async ({ rich = true, approve = agree }: User = {}) => {
  const privateKey = generatePrivateKey();
  const answers = { approve: agree as DevProviderOptions["approve"] };
  const wallet = createDevProvider({
    keys: memoryKeys(privateKey),
    loadSigner: () => import("../../../src/dashboard/chains/wallets/dev/signer.ts"),
    approve: (approval) => answers.approve(approval),
    chains: [gateway.walletChain("ethereum")],
    chainId: ethereum.chainId,
    origin: "http://localhost:4040",
    topUp: (chainId, address) => evm.faucet(chainId === 137 ? "polygon" : "ethereum", address),
  });
  const address = await requestAccount(wallet);
  answers.approve = approve;
  if (rich) await evm.faucet("ethereum", privateKeyToAddress(privateKey));
  return { wallet, address, connect: (network = ethereum) => connectTo(wallet, network, address) };
};

/** Returns the call's error, as the dashboard reads it. */
const problemOf = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error === undefined) throw new Error("Nothing went wrong.");
  return chainProblem(error, { decode: errorName, retry: true });
};

describe.concurrent("claiming LAND", () => {
  test.each(["native", "usd"] as const)("%s: exactly the claimed amount is minted for the account", async (coin) => {
    const connection = await (await user()).connect();
    const claimed = order({ coin });
    const asked: PayStep[] = [];
    const hash = await pay(connection, claimed, await quote(connection, claimed), (step) => asked.push(step));
    await waitForReceipt(connection, hash, { confirmations: 2 });
    expect(await contractAt(connection, "recharge", rechargeAbi).minted!(claimed.euid)).toBe(claimed.land);
    expect(asked).toEqual(coin === "native" ? ["pay"] : ["permit", "pay"]);
  });

  test("gas limit and gas price are a fifth above the node's estimate", async () => {
    const { wallet, connect } = await user();
    const sent: Record<string, string>[] = [];
    const spied: WalletProvider = {
      ...wallet,
      request: (request) => {
        if (request.method === "eth_sendTransaction") sent.push(request.params![0] as Record<string, string>);
        return wallet.request(request);
      },
    };
    const connection = await connectTo(spied, ethereum, (await connect()).address);
    const { gas: _gas, gasPrice: _gasPrice, ...plain } = await sentBy(connection, sent);
    const node = (method: string, ...params: unknown[]) => wallet.request({ method, params });
    expect(Number(sent[0]!["gas"])).toBe(Math.floor((Number(await node("eth_estimateGas", plain)) * 12) / 10));
    expect(Number(sent[0]!["chainId"])).toBe(ethereum.chainId);
  });

  test("a wallet that signs no typed data approves the coin with a transaction instead", async () => {
    const { wallet, address } = await user();
    const plain: WalletProvider = {
      ...wallet,
      request: async (request) => {
        if (request.method === "eth_signTypedData_v4") throw new ProviderError(refusals.unsupported, "Not supported.");
        return wallet.request(request);
      },
    };
    const connection = await connectTo(plain, ethereum, address);
    const claimed = order({ coin: "usd" });
    const asked: PayStep[] = [];
    const hash = await pay(connection, claimed, await quote(connection, claimed), (step) => asked.push(step));
    await waitForReceipt(connection, hash);
    expect(asked).toEqual(["permit", "approve", "pay"]);
    expect(await contractAt(connection, "recharge", rechargeAbi).minted!(claimed.euid)).toBe(claimed.land);
  });

  test("an unknown chain is added, and pays like the first one", async () => {
    const { wallet, connect } = await user();
    const polygon = gateway.network("polygon");
    await switchChain(wallet, polygon);
    await assertOwnNetwork(wallet, polygon);
    const connection = await connect(polygon);
    await evm.faucet("polygon", connection.address);
    const claimed = order();
    const hash = await pay(connection, claimed, await quote(connection, claimed), () => undefined);
    await waitForReceipt(connection, hash);
    expect(await contractAt(connection, "recharge", rechargeAbi).minted!(claimed.euid)).toBe(claimed.land);
    expect(await readPrice(polygon)).toBe(25n * 10n ** 16n);
  });
});

describe.concurrent("each row of the table, with a real failure", () => {
  const claimWith = async (who: User, more: Partial<Order> = {}) => {
    const connection = await (await user(who)).connect();
    return pay(connection, order(more), await quote(connection, order(more)), () => undefined);
  };

  test("user rejected (transaction): the user declines in the wallet", async () => {
    const problem = await problemOf(claimWith({ approve: async () => false }));
    expect(problem).toMatchObject({
      kind: "canceled",
      message: chainMessages.transactionCanceled,
      presentation: "toast",
    });
  });

  test("user rejected: the user declines to sign the permit", async () => {
    expect((await problemOf(claimWith({ approve: async () => false }, { coin: "usd" }))).kind).toBe("canceled");
  });

  test.each(["native", "usd"] as const)("insufficient funds: the wallet has too little of %s", async (coin) => {
    // For the stablecoin, there is enough for gas but none of the coin.
    const connection = await (await user({ rich: false })).connect();
    if (coin === "usd") await giveGas(connection.address);
    const asked: string[] = [];
    const onStep = (step: string) => void asked.push(step);
    const problem = await problemOf(pay(connection, order({ coin }), { cost: 10n ** 18n, usd: 1n }, onStep));
    expect(problem).toMatchObject({ kind: "insufficient-funds", message: chainMessages.insufficientFunds });
    // No signature is requested for more than the wallet can pay.
    expect(asked).not.toContain("permit");
  });

  test("insufficient funds: the node refuses the signed transaction", async () => {
    const { wallet, address } = await user({ rich: false });
    const transaction = {
      from: address,
      to: address,
      value: "0xde0b6b3a7640000",
      gas: "0x5208",
      gasPrice: "0x3b9aca00",
    };
    const problem = await problemOf(wallet.request({ method: "eth_sendTransaction", params: [transaction] }));
    expect(problem.kind).toBe("insufficient-funds");
  });

  test("insufficient at first: the wallet's dialog offers the faucet, and then the payment succeeds", async () => {
    const balances: bigint[] = [];
    const approve = async (approval: Approval): Promise<boolean> => {
      if (approval.kind === "transaction") balances.push(approval.balance, await approval.topUp!());
      return true;
    };
    const { wallet, address } = await user({ rich: false, approve });
    const transaction = { from: address, to: address, value: "0x1", gas: "0x5208" };
    expect(await wallet.request({ method: "eth_sendTransaction", params: [transaction] })).toMatch(/^0x[0-9a-f]{64}$/);
    expect(balances[0]).toBe(0n);
    expect(balances[1]).toBeGreaterThan(0n);
  });

  test("already pending for origin: a second request while the wallet's dialog is open", async () => {
    const open: ((agreed: boolean) => void)[] = [];
    const { wallet, connect } = await user({
      rich: false,
      approve: () => new Promise((resolve) => void open.push(resolve)),
    });
    const switching = switchChain(wallet, gateway.network("polygon")).catch(() => undefined);
    await expect.poll(() => open.length).toBe(1);
    const problem = await problemOf(sendRaised(await connect(), { to: (await connect()).address, value: 0n }));
    expect(problem).toMatchObject({ kind: "pending", message: chainMessages.wrongNetwork });
    open[0]!(false);
    await switching;
  });

  test("unknown account: the wallet has disconnected the account from the site", async () => {
    const { wallet, connect } = await user({ rich: false });
    const connection = await connect();
    await wallet.request({ method: "wallet_revokePermissions" });
    const problem = await problemOf(sendRaised(connection, { to: connection.address, value: 0n }));
    expect(problem.kind).toBe("unknown-account");
  });

  test("missing revert data: a contract without that function", async () => {
    const connection = await (await user({ rich: false })).connect();
    const problem = await problemOf(sendRaised(connection, { to: contractOn(ethereum, "usd"), data: "0x12345678" }));
    expect(problem).toMatchObject({ kind: "network", title: "Network error", presentation: "retry-confirm" });
  });

  test("missing revert data: no contract at the address", async () => {
    const { wallet, address } = await user({ rich: false });
    const contracts = { ...ethereum.contracts, recharge: address };
    const connection = await connectTo(wallet, { ...ethereum, contracts }, address);
    expect((await problemOf(quote(connection, order()))).kind).toBe("network");
  });

  test("Network error: the network does not respond", async () => {
    const { wallet, address } = await user({ rich: false });
    const cut: WalletProvider = { ...wallet, request: () => fetch("http://127.0.0.1:9") };
    expect((await problemOf(connectTo(cut, ethereum, address))).kind).toBe("network");
  });

  test("transaction failed: mined, and reverted", async () => {
    const connection = await (await user()).connect();
    const request = { to: contractOn(ethereum, "usd"), data: "0x12345678", gasLimit: 100_000n };
    const hash = await connection.signer.sendUncheckedTransaction(request);
    const problem = await problemOf(waitForReceipt(connection, hash));
    expect(problem).toMatchObject({ kind: "transaction-failed", message: "Transaction failed", presentation: "alert" });
  });

  test("ipfs with invalid params: storage bought until a past date", async () => {
    const connection = await (await user()).connect();
    const purchase = contractAt(connection, "purchase", [
      "function purchase(bytes32 account, uint8 resourceType, uint256 amount, uint64 until) payable",
    ]);
    const call = await purchase.purchase!.populateTransaction(euid(), 3, 1_000_000n, 1n, { value: 10n ** 15n });
    expect(await problemOf(sendRaised(connection, call))).toMatchObject({
      kind: "storage-expired",
      message: chainMessages.ipfsStorageExpired,
    });
  });

  test("custom errors are decoded by the ABI: a claim of zero mints nothing", async () => {
    const connection = await (await user()).connect();
    const recharge = contractAt(connection, "recharge", rechargeAbi);
    const nothing = await recharge.mintByETH!.populateTransaction(euid(), { value: 0n });
    expect(await problemOf(sendRaised(connection, nothing))).toMatchObject({
      message: contractMessages.amountTooSmall,
    });
    const unknown = await recharge.mint!.populateTransaction(connection.address, euid(), 1n);
    expect(await problemOf(sendRaised(connection, unknown))).toMatchObject({ message: contractMessages.coinUnknown });
  });

  test("custom errors are decoded by the ABI: a registration without the server's signature", async () => {
    const connection = await (await user({ rich: false })).connect();
    const registration = contractAt(connection, "registration", registrationAbi);
    const call = registration.registerAccount!.populateTransaction(connection.address, euid(), `0x${"11".repeat(65)}`);
    expect((await problemOf(sendRaised(connection, await call))).message).toBe(
      contractMessages.registrationSignatureInvalid,
    );
  });

  /** Sends two transactions with one nonce, which wait for the previous nonce. */
  const replaced = async (second: { readonly data?: string; readonly value: bigint; readonly gasPrice: bigint }) => {
    const connection = await (await user()).connect();
    const { signer, provider, address } = connection;
    const nonce = await provider.getTransactionCount(address);
    const plain = { to: address, gasLimit: 100_000n, type: 0 };
    const first = { ...plain, nonce: nonce + 1, value: 1n, gasPrice: 2_000_000_000n };
    const hash = await signer.sendUncheckedTransaction(first);
    const repriced: string[] = [];
    const waiting = waitForReceipt(connection, hash, { onRepriced: (other) => repriced.push(other) });
    const outcome = waiting.then(
      (receipt) => receipt,
      (error: unknown) => error,
    );
    const other = await signer.sendUncheckedTransaction({ ...plain, ...second, nonce: nonce + 1 });
    await signer.sendUncheckedTransaction({ ...plain, nonce, value: 0n, gasPrice: 2_000_000_000n });
    return { outcome: await outcome, repriced, other };
  };

  test("replaced: another transaction with the same nonce was mined", async () => {
    const { outcome } = await replaced({ value: 2n, gasPrice: 4_000_000_000n });
    expect(chainProblem(outcome)).toMatchObject({
      kind: "replaced",
      message: "Transaction was replaced.",
      presentation: "toast",
    });
  });

  test("repriced: the same transaction with a higher fee continues under its new hash", async () => {
    const { outcome, repriced, other } = await replaced({ value: 1n, gasPrice: 4_000_000_000n });
    expect(repriced).toEqual([other]);
    expect(outcome).toMatchObject({ hash: other, status: 1 });
  });

  test("a replacement with a lower fee is refused", async () => {
    const { signer, provider, address } = await (await user()).connect();
    const nonce = (await provider.getTransactionCount(address)) + 1;
    const plain = { to: address, gasLimit: 21_000n, type: 0, nonce, value: 1n };
    await signer.sendUncheckedTransaction({ ...plain, gasPrice: 4_000_000_000n });
    const problem = await problemOf(signer.sendUncheckedTransaction({ ...plain, value: 2n, gasPrice: 3_000_000_000n }));
    expect(problem).toMatchObject({ kind: "underpriced", message: contractMessages.transactionUnderpriced });
  });
});

describe.concurrent("the wallet's network", () => {
  test("a wallet connected to another node is refused before anything is sent, even with the same chain ID", async () => {
    const elsewhere = await chainGateway(await testEvm());
    const wallet = createDevProvider({
      keys: memoryKeys(generatePrivateKey()),
      loadSigner: () => import("../../../src/dashboard/chains/wallets/dev/signer.ts"),
      approve: agree,
      chains: [elsewhere.walletChain("ethereum")],
      chainId: ethereum.chainId,
      origin: "http://localhost:4040",
    });
    const problem = await problemOf(assertOwnNetwork(wallet, ethereum));
    expect(problem).toMatchObject({
      kind: "public-network",
      message: chainMessages.publicNetwork,
      presentation: "alert",
    });
  });

  test("a wallet connected to this server's node is accepted", async () => {
    await expect(assertOwnNetwork((await user({ rich: false })).wallet, ethereum)).resolves.toBeUndefined();
  });
});

const giveGas = async (address: string): Promise<void> => {
  const { wallet } = await evm.richWallet("ethereum");
  await (await wallet.sendTransaction({ to: address, value: 10n ** 16n })).wait();
};

const sentBy = async (connection: Awaited<ReturnType<typeof connectTo>>, sent: Record<string, string>[]) => {
  await sendRaised(connection, { to: connection.address, value: 1n });
  return sent[0]!;
};
