import { Address, Cell, loadTransaction, type Transaction } from "@ton/core";
import { InvalidTonAddress, type TonReceived, type TonSent, type TonTransaction } from "./ton.ts";

/** Parses a transaction from its bag of cells. */
export const readTransaction = (boc: Uint8Array): TonTransaction => {
  const cell = Cell.fromBoc(Buffer.from(boc))[0]!;
  return { ...parsedTransaction(loadTransaction(cell.beginParse())), hash: cell.hash().toString("hex") };
};

/** Same, from an object a client already parsed. */
export const parsedTransaction = (transaction: Transaction): TonTransaction => ({
  lt: transaction.lt,
  hash: transaction.hash().toString("hex"),
  at: transaction.now,
  received: receivedBy(transaction),
  sent: sentBy(transaction),
});

const sentBy = ({ outMessages }: Transaction): TonSent[] =>
  outMessages
    .values()
    .flatMap(({ info, body }) =>
      info.type === "internal"
        ? [{ to: info.dest.toRawString(), nano: info.value.coins, comment: commentIn(body) }]
        : [],
    );

/** Returns received coins that stayed: a message that bounces returns its coins, and a bounced one is not a payment. */
const receivedBy = ({ inMessage, description }: Transaction): TonReceived | undefined => {
  if (inMessage?.info.type !== "internal" || inMessage.info.bounced) return undefined;
  if (description.type !== "generic" || description.bouncePhase?.type === "ok") return undefined;
  return {
    from: inMessage.info.src.toString(),
    nano: inMessage.info.value.coins,
    comment: commentIn(inMessage.body),
  };
};

/** Returns a text comment: 32 zero bits, then UTF-8 that may continue in further cells. */
export const commentIn = (body: Cell): string => {
  try {
    const slice = body.beginParse();
    return slice.remainingBits >= 32 && slice.loadUint(32) === 0 ? slice.loadStringTail() : "";
  } catch {
    return ""; // Zero bits without text.
  }
};

/** Throws InvalidTonAddress. */
export const addressIn = (text: string): Address => {
  try {
    return Address.parse(text);
  } catch {
    throw new InvalidTonAddress();
  }
};
