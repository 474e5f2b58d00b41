// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { deleteAccount } from "../../../../../resources/account/deletion.ts";
import type { MessagesToSign } from "../../../../../resources/account/fresh-signature.ts";
import type { UserInfo } from "../../../../../resources/account/session.ts";
import type { RequestOptions, Send } from "../../../../../resources/declare/call-input.ts";
import { chainMessages } from "../../../../../resources/chains/messages.ts";
import { ApiError } from "../../../api/errors.ts";
import { freshSignIn } from "../../../api/session/fresh-sign-in.ts";
import { session } from "../../../api/session/session.ts";
import type { Wallet } from "../../../chains/wallets/discover.ts";
import { toasts } from "../../../ui/toast/toast.ts";
import { isHandledElsewhere } from "../../../framework/data/handled-errors.ts";
import { withFreshSignature } from "./with-fresh-signature.ts";

const present: Wallet[] = [];
vi.mock("../../../chains/wallets/find-present-wallets.ts", () => ({ findPresentWallets: async () => present }));

const last: { key: string | undefined } = { key: undefined };
vi.mock("../../../chains/wallets/last-wallet.ts", () => ({ lastWallet: async () => last.key }));
const user: UserInfo = {
  uid: "1",
  euid: "0x1",
  username: "me",
  avatar: "",
  github: null,
  wallet: null,
  solana: null,
  email: null,
  operator: false,
};

/** A wallet with these accounts, opened to the site or not. */
const walletWith = (
  accounts: readonly string[],
  { connected = true, declines = false, key = "other", walletType = "OTHER" } = {},
): string[] => {
  const methods: string[] = [];
  const request = async ({ method, params }: { method: string; params?: readonly unknown[] }) => {
    methods.push(method);
    if (method === "eth_accounts") return connected ? accounts : [];
    if (method === "eth_requestAccounts") return accounts;
    if (declines) throw Object.assign(new Error("User rejected the request."), { code: 4001 });
    return `0x5${String(params![1]).slice(2)}`;
  };
  const wallet: Wallet = { key, name: key, walletType, provider: { request, on: () => 0, removeListener: () => 0 } };
  present.push(wallet);
  return methods;
};

const body = { confirm: "me" };
const asks = (...addresses: string[]): MessagesToSign => ({
  messages: addresses.map((address) => ({ address, nonce: `nonce${address}`, message: `sign as ${address}` })),
});
const refusal = (data: MessagesToSign) =>
  new ApiError("Confirm this.", { status: 428, code: "FRESH_SIGNATURE_REQUIRED", data });

/** Rejects requests without a signature. */
const sentTo = (refused: Error) => {
  const sent: RequestOptions[] = [];
  const send = (async (_: unknown, input: RequestOptions) => {
    sent.push(input);
    if (sent.length === 1) throw refused;
    return null;
  }) as Send;
  return { sent, send };
};

beforeEach(() => {
  present.length = 0;
  freshSignIn.by = undefined;
  last.key = undefined;
  session.clear();
});

test("a refused call is signed and sent again with the same Idempotency-Key", async () => {
  walletWith(["0xA"]);
  const { sent, send } = sentTo(refusal(asks("0xa")));
  await withFreshSignature(send)(deleteAccount, { body });
  const [first, second] = sent.map(({ headers }) => headers!) as [Record<string, string>, Record<string, string>];
  expect(first["Idempotency-Key"]).toMatch(/^[0-9a-f]{32}$/);
  expect(first["x-fresh-signature"]).toBeUndefined();
  expect(second).toEqual({ ...first, "x-fresh-signature": "nonce0xa 0x5a" });
  expect(sent.map((input) => input.body)).toEqual([body, body]);
});

test("it is sent again only once", async () => {
  walletWith(["0xa"]);
  const send = vi.fn(() => Promise.reject(refusal(asks("0xa"))));
  await expect(withFreshSignature(send as Send)(deleteAccount, { body })).rejects.toThrow("Confirm this.");
  expect(send).toHaveBeenCalledTimes(2);
});

test("other errors are passed on without asking a wallet", async () => {
  const methods = walletWith(["0xa"]);
  const { send } = sentTo(new ApiError("No.", { status: 422, code: "INVALID_INPUT", data: { confirm: ["No."] } }));
  await expect(withFreshSignature(send)(deleteAccount, { body })).rejects.toThrow("No.");
  expect(methods).toEqual([]);
});

test("the wallet with one of the accounts signs, even if not used last", async () => {
  const last = walletWith(["0xb"]);
  walletWith(["0xc", "0xa"]);
  const { sent, send } = sentTo(refusal(asks("0xd", "0xa")));
  await withFreshSignature(send)(deleteAccount, { body });
  expect(sent[1]!.headers!["x-fresh-signature"]).toBe("nonce0xa 0x5a");
  expect(last).toEqual(["eth_accounts"]);
});

test("a disconnected wallet is asked to connect", async () => {
  const methods = walletWith(["0xa"], { connected: false });
  const { sent, send } = sentTo(refusal(asks("0xa")));
  await withFreshSignature(send)(deleteAccount, { body });
  expect(sent).toHaveLength(2);
  expect(methods).toEqual(["eth_accounts", "eth_requestAccounts", "personal_sign"]);
});

const byOther = chainMessages.signatureByOther.replace("{address}", "0xa");
test.each(["last used here", "of the account's type"])(
  "among disconnected wallets, only the one that was %s is asked",
  async (kind) => {
    if (kind === "last used here") last.key = "mine";
    else session.setUser({ ...user, wallet: { address: "0xa", walletType: "MINE" } });
    const first = walletWith(["0xb"], { connected: false });
    const mine = walletWith(["0xa"], { connected: false, key: "mine", walletType: "MINE" });
    const { sent, send } = sentTo(refusal(asks("0xa")));
    await withFreshSignature(send)(deleteAccount, { body });
    expect(sent).toHaveLength(2);
    expect([first, mine.at(-1)]).toEqual([["eth_accounts"], "personal_sign"]);
  },
);

test.each([
  ["a declined signature", ["0xa"], ["0xa"], chainMessages.signatureDeclined],
  ["no wallet", [], ["0xa"], byOther],
  ["another wallet", ["0xb"], ["0xa"], byOther],
  ["a user without wallets", ["0xb"], [], chainMessages.signatureBySignIn],
] as const)("%s is reported on the screen, and nothing more is sent", async (_, has, owned, text) => {
  if (has.length > 0) walletWith(has, { declines: true });
  const { sent, send } = sentTo(refusal(asks(...owned)));
  const error: unknown = await withFreshSignature(send)(deleteAccount, { body }).catch((thrown: unknown) => thrown);
  expect((error as Error).message).toBe(text);
  expect(isHandledElsewhere(error)).toBe(false);
  expect(sent).toHaveLength(1);
  expect(toasts.get()).toEqual([]);
});

test("in the mini app another sign-in replaces the signature, and its error is reported", async () => {
  const methods = walletWith(["0xa"]);
  freshSignIn.by = vi.fn(async () => undefined);
  const first = sentTo(refusal(asks()));
  await withFreshSignature(first.send)(deleteAccount, { body });
  expect(first.sent).toHaveLength(2);
  expect(first.sent[1]!.headers!["x-fresh-signature"]).toBeUndefined();
  freshSignIn.by = async () => {
    throw new ApiError("Reopen the mini app.", { status: 401, code: "MESSAGING_USED" });
  };
  const second = sentTo(refusal(asks()));
  const error = await withFreshSignature(second.send)(deleteAccount, { body }).catch((thrown: unknown) => thrown);
  expect((error as Error).message).toBe("Reopen the mini app.");
  expect(isHandledElsewhere(error)).toBe(false);
  expect(methods).toEqual([]);
});
