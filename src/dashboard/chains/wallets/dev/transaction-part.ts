/** A transaction's details in the built-in wallet, and the offer of test coins when the balance is too low. */
import { chainMessages } from "../../../../../resources/chains/messages.ts";
import { toShort } from "../../../../../resources/decimal.ts";
import type { TransactionApproval } from "./approval.ts";
import { button, element } from "./elements.ts";

const coin = 10n ** 18n;

/** Returns the facts to compare before sending. Amounts are exact; fee and balance are rounded. */
export const transactionFacts = (
  approval: TransactionApproval,
): readonly (readonly [name: string, value: string])[] => {
  const { symbol, value, fee, balance } = approval;
  return [
    ["Amount", `${toShort(value, coin, 18)} ${symbol}`],
    ["Network", approval.chainName],
    ...(approval.to === undefined ? [] : [["Contract", approval.to] as const]),
    ["Maximum network fee", `${toShort(fee, coin, 9)} ${symbol}`],
    ["Account", approval.address],
    [balanceFact, balanceText(balance, symbol)],
  ];
};

export const balanceFact = "Balance";

const balanceText = (balance: bigint, symbol: string): string => `${toShort(balance, coin, 9)} ${symbol}`;

interface Shown {
  readonly approve: HTMLButtonElement;
  /** The balance's element. */
  readonly balance: HTMLElement | undefined;
}

/** Hidden while the balance is sufficient; `approve` is disabled until it is. */
export const shortfallPart = (approval: TransactionApproval, { approve, balance: shown }: Shown): HTMLElement => {
  const note = element("p", chainMessages.insufficientFunds);
  const part = element("section", note);
  part.setAttribute("role", "status");
  const updateBalance = (balance: bigint): void => {
    const short = balance < approval.value + approval.fee;
    part.hidden = !short;
    approve.disabled = short;
    if (shown) shown.textContent = balanceText(balance, approval.symbol);
  };
  updateBalance(approval.balance);
  const { topUp } = approval;
  if (topUp) part.append(topUpButton(topUp, updateBalance, note));
  return part;
};

const topUpButton = (
  topUp: () => Promise<bigint>,
  updateBalance: (balance: bigint) => void,
  note: HTMLElement,
): HTMLButtonElement => {
  const get = button("Get test coins", "");
  get.addEventListener("click", () => {
    get.disabled = true;
    void topUp()
      .then(updateBalance, (error: unknown) => {
        note.textContent = error instanceof Error ? error.message : String(error);
      })
      .finally(() => {
        get.disabled = false;
      });
  });
  return get;
};
