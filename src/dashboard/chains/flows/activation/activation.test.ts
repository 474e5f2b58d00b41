import { beforeEach, describe, expect, test, vi } from "vitest";
import type { ChainProblem } from "../../evm/problem.ts";
import type { Wallet } from "../../wallets/discover.ts";
import { createActivation, type ActivationEffects, type Registering } from "./activation.ts";

const wallet: Wallet = { key: "dev", name: "Dev wallet", walletType: "DEV" };
const problem: ChainProblem = { kind: "canceled", title: "Error", message: "No.", presentation: "toast" };

let registered: string[];
let handled: boolean;
let effects: { [Name in keyof ActivationEffects]: ReturnType<typeof vi.fn> } & ActivationEffects;
let registering: { [Name in keyof Registering]: ReturnType<typeof vi.fn> } & Registering;

beforeEach(() => {
  registered = [];
  handled = false;
  registering = {
    exists: vi.fn(async () => false),
    register: vi.fn(async (signature: string) => {
      registered.push(signature);
      return "0xhash";
    }),
    confirmed: vi.fn(async () => {
      handled = true;
    }),
  };
  effects = {
    isActivated: vi.fn(async () => handled),
    wallet: vi.fn(async () => wallet),
    open: vi.fn(async () => registering),
    signature: vi.fn(async () => "0xsigned"),
    hint: vi.fn(() => undefined),
    pause: vi.fn(async () => undefined),
    problemOf: vi.fn(async () => problem),
    show: vi.fn(async () => false),
    activated: vi.fn(() => undefined),
  };
});

const loaded = async () => {
  const activation = createActivation(effects);
  await activation.load();
  return activation;
};
const ends = (activation: Awaited<ReturnType<typeof loaded>>, name: string) =>
  vi.waitFor(() => expect(activation.get().name).toBe(name));

describe("Activation claim flow", () => {
  test("unknown account starts the account request flow, once", async () => {
    const unknown: ChainProblem = {
      kind: "unknown-account",
      title: "Error",
      message: "Unknown.",
      presentation: "alert",
    };
    effects.problemOf.mockResolvedValue(unknown);
    registering.register.mockRejectedValue(new Error("unknown account"));
    const activation = await loaded();
    activation.start("polygon");
    await vi.waitFor(() => expect(effects.show).toHaveBeenCalledOnce());
    expect(effects.open).toHaveBeenCalledTimes(2);
    await ends(activation, "offer");
  });

  test("If already registered, show the congratulations dialog", async () => {
    handled = true;
    expect((await loaded()).get()).toEqual({ name: "activated" });
    expect(effects.activated).not.toHaveBeenCalled();
  });

  test("Otherwise run the chain claim. On success show the congratulations dialog and refresh the handled state", async () => {
    const activation = await loaded();
    expect(activation.get()).toEqual({ name: "offer" });
    activation.start("polygon");
    await ends(activation, "activated");
    expect(registered).toEqual(["0xsigned"]);
    expect(effects.hint).toHaveBeenCalledWith("polygon", "0xhash");
    expect(effects.activated).toHaveBeenCalledOnce();
  });

  test("Registration counts as done when an existing on-chain account is found: nothing is sent, and the server checks the chain", async () => {
    registering.exists.mockResolvedValue(true);
    effects.hint.mockImplementation(() => void (handled = true));
    const activation = await loaded();
    activation.start("polygon");
    await ends(activation, "activated");
    expect(registered).toEqual([]);
  });

  test("the browser's state does not count: it waits for the server", async () => {
    let requests = 0;
    registering.confirmed.mockResolvedValue(undefined);
    effects.isActivated.mockImplementation(async () => (requests += 1) > 4);
    const activation = await loaded();
    activation.start("polygon");
    await ends(activation, "activated");
    expect(requests).toBe(5);
  });

  test("a declined request is reported, and the chains are offered again", async () => {
    registering.register.mockRejectedValue(new Error("user rejected"));
    const activation = await loaded();
    activation.start("polygon");
    await vi.waitFor(() => expect(effects.show).toHaveBeenCalledWith(problem));
    expect(activation.get()).toEqual({ name: "offer" });
  });

  test("retries after a network error on request", async () => {
    effects.open.mockRejectedValueOnce(new Error("could not detect network"));
    effects.show.mockResolvedValueOnce(true);
    const activation = await loaded();
    activation.start("polygon");
    await ends(activation, "activated");
    expect(effects.open).toHaveBeenCalledTimes(2);
  });

  test("without a wallet nothing happens", async () => {
    effects.wallet.mockResolvedValue(undefined);
    const activation = await loaded();
    activation.start("polygon");
    await ends(activation, "offer");
    expect(effects.open).not.toHaveBeenCalled();
  });

  test("On zkSync Lite the connected wallet must equal the registered wallet, else the flow stops silently", async () => {
    effects.open.mockResolvedValue(undefined);
    const activation = await loaded();
    activation.start("zksync-lite");
    await ends(activation, "offer");
    expect(effects.show).not.toHaveBeenCalled();
    expect(effects.signature).not.toHaveBeenCalled();
  });

  test("Registration counts as done on zkSync Lite when a qualifying transfer is found: nothing is paid again", async () => {
    registering.exists.mockResolvedValue(true);
    const activation = await loaded();
    effects.isActivated.mockResolvedValue(true);
    activation.start("zksync-lite");
    await ends(activation, "activated");
    expect(registered).toEqual([]);
  });

  test("after declining, the user is asked nothing more", async () => {
    registering.register.mockResolvedValue(undefined);
    const activation = await loaded();
    activation.start("zksync-lite");
    await ends(activation, "offer");
    expect(registering.confirmed).not.toHaveBeenCalled();
    expect(effects.show).not.toHaveBeenCalled();
  });

  test("after the dialog closes, the wallet is asked nothing more", async () => {
    const activation = await loaded();
    activation.start("polygon");
    activation.close();
    await vi.waitFor(() => expect(effects.signature).toHaveBeenCalled());
    await Promise.resolve();
    expect(registered).toEqual([]);
  });
});
