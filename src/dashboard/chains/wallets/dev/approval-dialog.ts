/**
 * The built-in wallet's own dialog. Rendered in a shadow root above the page, since a wallet is not part of the
 * requesting site; it shows exactly what the user approves.
 */
import type { Approval, Approve } from "./approval.ts";
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

/** Styles of the built-in wallet's dialog; the theme's variables reach into the shadow root. */
const approvalStyles = `
dialog {
  box-sizing: border-box; width: min(420px, calc(100vw - 32px)); max-height: calc(100dvh - 32px); padding: 24px;
  overflow: auto; border: 1px solid var(--fh-line); border-radius: 14px; background: var(--fh-surface);
  color: var(--fh-text); box-shadow: var(--fh-shadow); font: 14px/1.55 var(--fh-sans);
}
dialog::backdrop { background: rgb(10 12 9 / 55%); }
p { margin: 0 0 16px; color: var(--fh-text-muted); }
p:first-child { margin: 0 0 12px; color: var(--fh-accent); font-size: 12px; font-weight: 600; }
h2 { margin: 0 0 6px; font-size: 18px; line-height: 1.35; letter-spacing: -0.01em; }
div { display: grid; gap: 2px; margin-bottom: 12px; }
span { color: var(--fh-text-faint); font-size: 12px; }
code, pre { overflow-wrap: anywhere; font: 12.5px/1.6 var(--fh-mono); }
pre {
  max-height: min(360px, 42dvh); margin: 0 0 16px; padding: 12px 14px; overflow: auto; border-radius: 8px;
  background: var(--fh-sunken); white-space: pre-wrap;
}
section { display: grid; gap: 10px; margin-top: 4px; padding: 12px 14px; border-radius: 8px; background: var(--fh-warning-soft); }
section[hidden] { display: none; }
section p, section p:first-child { margin: 0; color: var(--fh-warning); font-size: 13px; font-weight: 500; }
footer { display: grid; grid-template-columns: 1fr 1fr; gap: 10px; margin-top: 20px; }
button {
  height: 40px; border: 1px solid var(--fh-line-strong); border-radius: 8px; background: transparent;
  color: var(--fh-text); font: 500 14px var(--fh-sans); cursor: pointer;
}
button:disabled { opacity: 0.5; cursor: not-allowed; }
button:hover { background: var(--fh-sunken); }
button[value="approve"] { border-color: transparent; background: var(--fh-accent); color: var(--fh-on-accent); }
button[value="approve"]:hover { background: var(--fh-accent-hover); }
button:focus-visible { outline: 2px solid var(--fh-accent); outline-offset: 2px; }
`;
