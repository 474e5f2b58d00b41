import { describe, expect, test } from "vitest";
import type { Wallet } from "../../../chains/wallets/discover.ts";
import { idle, nextSession, type SessionEvent, type SessionState } from "./machine.ts";

const provider = { request: async () => null, on: () => null, removeListener: () => null };
const installed: Wallet = { key: "a", name: "A", walletType: "METAMASK", provider };
const absent: Wallet = { key: "b", name: "B", walletType: "OKX", installUrl: "https://b.example" };
const signed = { nonce: "n", signature: "0x1" };
const problem = { kind: "rejected", message: "no" } as const;

const after = (...events: SessionEvent[]): SessionState => events.reduce(nextSession, idle);

const toSigning: SessionEvent[] = [
  { type: "open" },
  { type: "choose", wallet: installed, attempt: 1 },
  { type: "connected", attempt: 1, address: "0xa" },
];

describe("signing in", () => {
  test("goes from the list through connecting, signing and verifying to done", () => {
    const names: string[] = [];
    const events: SessionEvent[] = [
      ...toSigning,
      { type: "signed", attempt: 1, signed },
      { type: "verified", attempt: 1 },
    ];
    events.reduce((state, event) => {
      const next = nextSession(state, event);
      names.push(next.name);
      return next;
    }, idle);
    expect(names).toEqual(["choosing", "connecting", "signing", "verifying", "done"]);
  });

  test("a missing wallet asks for installation, and Cancel returns to the list", () => {
    const state = after({ type: "open" }, { type: "choose", wallet: absent, attempt: 1 });
    expect(state).toEqual({ name: "not-installed", wallet: absent });
    expect(nextSession(state, { type: "back" })).toEqual({ name: "choosing" });
  });

  test("a decline is reported, and the same wallet can be tried again", () => {
    const state = after(...toSigning, { type: "failed", attempt: 1, problem });
    expect(state).toEqual({ name: "failed", wallet: installed, problem });
    expect(nextSession(state, { type: "choose", wallet: installed, attempt: 2 })).toMatchObject({ name: "connecting" });
  });

  test("switching accounts while signing ends the attempt; after the signature it is ignored", () => {
    const changed: SessionEvent = {
      type: "account-changed",
      attempt: 1,
      problem: { ...problem, kind: "account-changed" },
    };
    expect(after(...toSigning, changed).name).toBe("failed");
    expect(after(...toSigning, { type: "signed", attempt: 1, signed }, changed).name).toBe("verifying");
  });

  test("responses of an abandoned attempt are ignored", () => {
    const left = after(...toSigning, { type: "back" });
    expect(nextSession(left, { type: "signed", attempt: 1, signed })).toBe(left);
    const second = nextSession(left, { type: "choose", wallet: installed, attempt: 2 });
    expect(nextSession(second, { type: "connected", attempt: 1, address: "0xold" })).toBe(second);
    expect(nextSession(second, { type: "failed", attempt: 1, problem })).toBe(second);
  });

  test("closing discards everything except an existing session", () => {
    expect(after(...toSigning, { type: "close" })).toEqual(idle);
    const done = after(...toSigning, { type: "signed", attempt: 1, signed }, { type: "verified", attempt: 1 });
    expect(nextSession(done, { type: "close" })).toBe(done);
  });

  test("no second signature is requested during verification", () => {
    const verifying = after(...toSigning, { type: "signed", attempt: 1, signed });
    expect(nextSession(verifying, { type: "choose", wallet: installed, attempt: 2 })).toBe(verifying);
  });
});
