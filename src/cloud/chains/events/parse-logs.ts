import { Interface } from "ethers";
import {
  type ContractAddresses,
  purchaseAbi,
  rechargeAbi,
  registrationAbi,
} from "../../../../resources/chains/contracts.ts";
import type { Log } from "./reader.ts";
import type { RowOf } from "../../engines/database/tables.ts";

/** One of our events, as it is in a block. */
export interface FoundEvent {
  readonly kind: RowOf<"chain_event">["kind"];
  readonly txHash: string;
  /**
   * Index among our contracts' events in that transaction: unlike the log index it stays when the transaction moves to
   * another block.
   */
  readonly position: number;
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly fields: Readonly<Record<string, string>>;
}

const kinds = [
  { contract: "recharge", name: "Mint", kind: "MINT", abi: new Interface(rechargeAbi) },
  { contract: "purchase", name: "Purchase", kind: "PURCHASE", abi: new Interface(purchaseAbi) },
  { contract: "registration", name: "AccountRegistered", kind: "REGISTER", abi: new Interface(registrationAbi) },
] as const;

/** Parses our contracts' logs in chain order; irrelevant events (a pause, a new owner) are skipped. */
export const parseLogs = (logs: readonly Log[], contracts: ContractAddresses): FoundEvent[] => {
  const places = new Map<string, number>();
  return logs.flatMap((log) => {
    const position = places.get(log.transactionHash) ?? 0;
    places.set(log.transactionHash, position + 1);
    const event = read(log, contracts);
    if (!event) return [];
    const { transactionHash: txHash, blockNumber, blockHash } = log;
    return [{ ...event, txHash, position, blockNumber, blockHash }];
  });
};

const read = (log: Log, contracts: ContractAddresses): Pick<FoundEvent, "kind" | "fields"> | undefined => {
  const contractKind = kinds.find(({ contract }) => contracts[contract]?.toLowerCase() === log.address.toLowerCase());
  if (!contractKind) return undefined;
  const fields = decode(contractKind, log);
  return fields && { kind: contractKind.kind, fields };
};

/** Returns undefined for other events. */
const decode = ({ abi, name }: (typeof kinds)[number], { topics, data }: Log): FoundEvent["fields"] | undefined => {
  try {
    const event = abi.parseLog({ topics, data });
    if (event?.name !== name) return undefined;
    const values = Object.entries(event.args.toObject() as Readonly<Record<string, unknown>>);
    return Object.fromEntries(values.map(([field, value]) => [field, String(value)]));
  } catch {
    return undefined;
  }
};
