import { decodeEventLog, parseAbi } from "viem";
import type { ContractAddresses } from "../../../../resources/contracts.ts";
import { purchaseAbi, rechargeAbi, registrationAbi } from "../../../../resources/contracts.ts";
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

const eventsOf = (abi: readonly string[]) => parseAbi(abi.filter((line) => line.startsWith("event ")));

const kinds = [
  { contract: "recharge", name: "Mint", kind: "MINT", abi: eventsOf(rechargeAbi) },
  { contract: "purchase", name: "Purchase", kind: "PURCHASE", abi: eventsOf(purchaseAbi) },
  { contract: "registration", name: "AccountRegistered", kind: "REGISTER", abi: eventsOf(registrationAbi) },
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
  const { eventName, args } = decode(contractKind.abi, log) ?? {};
  if (eventName !== contractKind.name) return undefined;
  const fields = Object.entries(args ?? {}).map(([name, value]) => [name, String(value)] as const);
  return { kind: contractKind.kind, fields: Object.fromEntries(fields) };
};

/** Returns undefined for events not in the ABI. */
const decode = (abi: (typeof kinds)[number]["abi"], { topics, data }: Log) => {
  try {
    return decodeEventLog({ abi, topics: topics as [`0x${string}`], data }) as unknown as {
      eventName: string;
      args: Record<string, unknown>;
    };
  } catch {
    return undefined;
  }
};
