/** The faucet of the local TON devnet. Its coins have no value. */
import { beginCell, external, getMethodId, storeMessage, type Address } from "@ton/core";
import { internal, SendMode, type WalletContractV4 } from "@ton/ton";
import { tonFaucetNano } from "../../../../../resources/chain-limits.ts";
import type { OwnWallet } from "./keys.ts";
import type { TonLedger } from "./ledger.ts";
import { readAccount, type Machine } from "./machine.ts";

const validSeconds = 60;
const seqnoMethod = getMethodId("seqno");

/** Sends coins from the treasury. Resolves when they have arrived. */
export const giveCoins = (
  { ledger, machine }: { readonly ledger: TonLedger; readonly machine: Machine },
  treasury: OwnWallet,
  to: Address,
): Promise<void> =>
  ledger.make(async (trx, { at }) => {
    const { contract, keys } = treasury;
    const seqno = await seqnoOf(machine, await ledger.account(trx, contract.address), at);
    const message = internal({ to, value: tonFaucetNano, bounce: false });
    const body = contract.createTransfer({
      seqno,
      secretKey: keys.secretKey,
      sendMode: SendMode.PAY_GAS_SEPARATELY,
      timeout: at + validSeconds,
      messages: [message],
    });
    return externalTo(contract, body);
  });

const externalTo = ({ address }: WalletContractV4, body: Parameters<typeof external>[0]["body"]) =>
  beginCell()
    .store(storeMessage(external({ to: address, body })))
    .endCell();

/** Returns 0 for a wallet that is not on-chain yet. */
export const seqnoOf = async (machine: Machine, account: Buffer, at: number): Promise<number> => {
  if (readAccount(account).account?.storage.state.type !== "active") return 0;
  const { exitCode, stack } = await machine.ask(account, seqnoMethod, at);
  const [item] = stack;
  if (exitCode > 1 || item?.type !== "int") throw new Error("The account at this address is not a wallet.");
  return Number(item.value);
};
