/**
 * The built-in wallet's own dialog. Rendered in a shadow root above the page, since a wallet is not part of the
 * requesting site; it shows exactly what the user approves.
 */
import type { Approval, Approve } from "./approval.ts";
import { approvalStyles } from "./approval-styles.ts";
import { button, element } from "./elements.ts";
import { balanceFact, shortfallPart, transactionFacts } from "./transaction-part.ts";

/** Asks the user; closing the dialog or pressing Escape rejects the request. */
export const approveInDialog: Approve = (approval) =>
  new Promise((resolve) => {
    const host = document.body.appendChild(document.createElement("div"));
    const root = host.attachShadow({ mode: "open" });
    const styles = new CSSStyleSheet();
    styles.replaceSync(approvalStyles);
    root.adoptedStyleSheets = [styles];
    const dialog = root.appendChild(dialogFor(approval));
    dialog.addEventListener("close", () => {
      resolve(dialog.returnValue === "approve");
      host.remove();
    });
    dialog.showModal();
  });

const dialogFor = (approval: Approval): HTMLDialogElement => {
  const { title, text, facts, signed, approveLabel } = textFor(approval);
  const approve = button(approveLabel, "approve");
  approve.autofocus = true;
  const rows = facts.map(([name, value]) => ({ name, value: element("code", value) }));
  const balance = rows.find(({ name }) => name === balanceFact)?.value;
  const dialog = element(
    "dialog",
    element("p", "Dev wallet"),
    element("h2", title),
    element("p", text),
    ...rows.map(({ name, value }) => element("div", element("span", name), value)),
    ...(signed === undefined ? [] : [element("pre", signed)]),
    ...(approval.kind === "transaction" ? [shortfallPart(approval, { approve, balance })] : []),
    element("footer", button("Reject", "reject"), approve),
  );
  dialog.setAttribute("aria-label", `Dev wallet: ${title}`);
  dialog.querySelector("footer")!.addEventListener("click", ({ target }) => {
    if (target instanceof HTMLButtonElement) dialog.close(target.value);
  });
  return dialog;
};

interface ApprovalText {
  readonly title: string;
  readonly text: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly signed?: string;
  readonly approveLabel: string;
}

const textFor = (approval: Approval): ApprovalText => {
  switch (approval.kind) {
    case "connect":
      return {
        title: "Connect to this site?",
        text: "The site can see your address. Every signature needs your approval.",
        facts: [
          ["Site", approval.origin],
          ["Account", approval.address],
        ],
        approveLabel: "Connect",
      };
    case "sign":
      return {
        title: "Sign this message?",
        text: "Signing is free and sends no transaction.",
        facts: [["Account", approval.address]],
        signed: approval.text,
        approveLabel: "Sign",
      };
    case "sign-typed":
      return {
        title: `Sign for ${approval.domain}?`,
        text: "Anyone with this signature can use it. Check the details first.",
        facts: [["Account", approval.address]],
        signed: approval.text,
        approveLabel: "Sign",
      };
    case "switch-chain":
      return {
        title: `Switch to ${approval.chainName}?`,
        text: "The wallet switches to this network.",
        facts: [],
        approveLabel: "Switch",
      };
    case "add-chain":
      return {
        title: `Add ${approval.chainName}?`,
        text: "The wallet adds this network and switches to it.",
        facts: [["Address", approval.rpcUrl]],
        approveLabel: "Add",
      };
    case "transaction":
      return {
        title: "Send this transaction?",
        text: "Transactions can't be reversed.",
        facts: transactionFacts(approval),
        approveLabel: "Send",
      };
  }
};
