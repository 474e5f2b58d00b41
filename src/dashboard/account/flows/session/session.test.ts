import { describe, expect, test, vi } from "vitest";
import type { Wallet } from "../../../chains/wallets/discover.ts";
import type { SignedMessage } from "./machine.ts";
import { createSession, type SessionEffects } from "./session.ts";

const provider = { request: async () => null, on: () => null, removeListener: () => null };
const wallet: Wallet = { key: "a", name: "A", walletType: "METAMASK", provider };

const start = (overrides: Partial<SessionEffects> = {}) => {
  const effects = {
    connect: vi.fn(async () => "0xa"),
    sign: vi.fn(async () => ({ nonce: "n", signature: "0x1" })),
    verify: vi.fn(async () => undefined),
    watchAccount: () => () => undefined,
    problemOf: (error: unknown) => ({ kind: "failed", message: (error as Error).message }) as const,
    accountChanged: { kind: "account-changed", message: "other" } as const,
    ...overrides,
  };
  const session = createSession(effects);
  session.open();
  return { session, effects };
};

describe("running a sign-in", () => {
  test("connects, signs for the returned account, and verifies that signature, each once", async () => {
    const { session, effects } = start();
    session.choose(wallet);
    await expect.poll(() => session.get().name).toBe("done");
    expect(effects.connect).toHaveBeenCalledExactlyOnceWith(wallet);
    expect(effects.sign).toHaveBeenCalledExactlyOnceWith(wallet, "0xa");
    expect(effects.verify).toHaveBeenCalledExactlyOnceWith(wallet, "0xa", { nonce: "n", signature: "0x1" });
  });

  test("a server error is reported, and a second attempt can succeed", async () => {
    let refusals = 1;
    const { session } = start({
      verify: async () => {
        if (refusals-- > 0) throw new Error("expired");
      },
    });
    session.choose(wallet);
    await expect.poll(() => session.get()).toMatchObject({ name: "failed", problem: { message: "expired" } });
    session.choose(wallet);
    await expect.poll(() => session.get().name).toBe("done");
  });

  test("a late signature after going back signs nobody in", async () => {
    const { promise, resolve } = Promise.withResolvers<SignedMessage>();
    const { session, effects } = start({ sign: () => promise });
    session.choose(wallet);
    await expect.poll(() => session.get().name).toBe("signing");
    session.back();
    resolve({ nonce: "n", signature: "0x1" });
    await promise;
    await Promise.resolve();
    expect(session.get().name).toBe("choosing");
    expect(effects.verify).not.toHaveBeenCalled();
  });

  test("switching accounts while signing fails the attempt and ends the subscription", async () => {
    const stop = vi.fn();
    let switchAccount = () => undefined as void;
    const { session } = start({
      sign: () => new Promise(() => undefined),
      watchAccount: (_wallet, _address, onOther) => {
        switchAccount = onOther;
        return stop;
      },
    });
    session.choose(wallet);
    await expect.poll(() => session.get().name).toBe("signing");
    switchAccount();
    expect(session.get()).toMatchObject({ name: "failed", problem: { kind: "account-changed" } });
    expect(stop).toHaveBeenCalledOnce();
  });
});
