import type { Logger } from "pino";
import type { ChainKey } from "../../../../resources/chains/chains.ts";
import { contractMessages } from "../../../../resources/chains/contract-messages.ts";
import { zkSyncActivationWei, zkSyncPath } from "../../../../resources/chains/zksync-limits.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Activation } from "../activation/service.ts";
import type { Auth } from "../../account/auth/service.ts";
import type { ChainEvents } from "../events/service.ts";
import type { Notices } from "../../account/notices/service.ts";
import { walletOf } from "../../account/wallet-of.ts";
import { hasTransfer } from "./find-transfer.ts";
import { registrationAbi } from "../../../../resources/chains/contracts.ts";
import type { EvmChain } from "../../engines/evm/evm.ts";

export type ZkSyncActivation = ReturnType<typeof createZkSyncActivation>;

interface Offer {
  readonly wallet: string;
  readonly collector: string;
  readonly amount: string;
  readonly rpcUrl: string;
}

interface Deps {
  readonly engines: Pick<Engines, "database" | "evm" | "jobs" | "zkSyncLite">;
  readonly auth: Pick<Auth, "user">;
  readonly activation: Pick<Activation, "of" | "sign">;
  readonly chainEvents: Pick<ChainEvents, "hint">;
  readonly notices: Pick<Notices, "create" | "refresh">;
  readonly log: Logger;
}

const queue = "zksync-activation";
/** The chain where users who paid on zkSync Lite are registered. */
const registeredOn: ChainKey = "polygon";

/** Activation by a transfer on zkSync Lite. The resulting registration activates the account, as on every chain. */
export const createZkSyncActivation = ({ engines, ...deps }: Deps) => {
  const { auth, activation, chainEvents, notices, log } = deps;
  const { database, evm, jobs, zkSyncLite } = engines;
  const { db } = database;

  // ETH of the local ledger is free: it must not pay for registrations that cost something.
  const isWorth = evm.embedded || !zkSyncLite.isEmbedded;
  const collector = async (): Promise<string> => {
    const chain = isWorth ? evm.find(registeredOn) : undefined;
    return chain?.contracts.registration ? (await chain.signer("collector")).address : "";
  };

  const relay = async (personId: string): Promise<void> => {
    const chain = evm.find(registeredOn);
    if (!chain) throw new Error("No chain is configured for registration.");
    const user = await auth.user(db, personId);
    const registered = { account: walletOf(user), uid: user.euid };
    const relayed = await relayRegistration(chain, registered, () => activation.sign(db, personId, registeredOn));
    chainEvents.hint(registeredOn);
    if (relayed === "taken") await tellTaken(personId);
    log.info({ personId, relayed }, "Relayed a registration for a zkSync Lite transfer");
  };

  const tellTaken = async (personId: string): Promise<void> => {
    const notice = { type: "NORMAL", message: contractMessages.accountRegistered } as const;
    await db.transaction().execute((trx) => notices.create(trx, personId, notice));
    notices.refresh(personId);
  };

  return {
    define: (): Promise<void> =>
      jobs.define(queue, { concurrency: 1, retries: 8, expireSeconds: 300, backOffSeconds: 5 }),
    /** Registers users whose transfer was found. */
    work: (): Promise<void> => jobs.work<{ personId: string }>(queue, ({ personId }) => relay(personId)),
    offer: async (reader: Db, personId: string): Promise<Offer> => {
      return {
        wallet: walletOf(await auth.user(reader, personId)),
        collector: await collector(),
        amount: String(zkSyncActivationWei),
        rpcUrl: zkSyncLite.handler && isWorth ? `${zkSyncPath}/jsrpc` : "",
      };
    },
    /** Whether the user is activated, or their transfer was found. Throws ZKSYNC_UNREACHABLE. */
    find: async (reader: Db, personId: string): Promise<"activated" | "paid" | "missing"> => {
      const { handled, wallet: from } = await activation.of(reader, personId);
      if (handled) return "activated";
      const to = await collector();
      const transactions = await zkSyncLite.transactions(from).catch(() => {
        throw new AppError("ZKSYNC_UNREACHABLE");
      });
      const isFound = to !== "" && hasTransfer(transactions, { from, to, amount: zkSyncActivationWei });
      return isFound ? "paid" : "missing";
    },
    /** Registers a user whose transfer was found. */
    register: (trx: Trx, personId: string): Promise<void> => jobs.send(trx, queue, { personId }),
  };
};

interface Registered {
  readonly account: string;
  /** bytes32. */
  readonly uid: string;
}

/** sent: its event follows. there: already registered. taken: the wallet or account is registered with another. */
type Relayed = "sent" | "there" | "taken";

/** Sends a registration at the server's cost. `sign`: the registrar's signature. Throws when the chain is unavailable or the transaction fails. */
const relayRegistration = async (
  chain: Pick<EvmChain, "contracts" | "signer">,
  { account, uid }: Registered,
  sign: () => Promise<string>,
): Promise<Relayed> => {
  const { Contract } = await import("ethers");
  const contract = new Contract(chain.contracts.registration!, registrationAbi, await chain.signer("relayer"));
  const stands = async (): Promise<Relayed | undefined> => {
    const [uidThere, accountThere] = (await Promise.all([
      contract.getFunction("uidOf")(account),
      contract.getFunction("accountOf")(uid),
    ])) as [string, string];
    if (uidThere.toLowerCase() === uid.toLowerCase()) return "there";
    return BigInt(uidThere) === 0n && BigInt(accountThere) === 0n ? undefined : "taken";
  };
  const before = await stands();
  if (before) return before;
  try {
    const sent = (await contract.getFunction("registerAccount")(account, uid, await sign())) as {
      wait(): Promise<unknown>;
    };
    await sent.wait();
    return "sent";
  } catch (error) {
    // Another sender may have submitted the same signature meanwhile.
    const after = await stands();
    if (after) return after;
    throw error;
  }
};
