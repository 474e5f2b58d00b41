import styles from "./modal-root.module.css";

const id = "ton-connect";
const closeName = "Close";

/**
 * Adds the element for TON Connect's modals and returns its id: a <dialog> that is open while it holds one. So modals lie
 * above the product's own dialogs, and hold the focus.
 */
export const createModalRoot = (): string => {
  const root = document.createElement("dialog");
  root.id = id;
  root.className = styles.root!;
  root.setAttribute("aria-label", "TON wallet");
  document.body.append(root);
  const update = (): void => {
    const hasModal = root.querySelector("[data-tc-modal]") !== null;
    if (hasModal && !root.open) root.showModal();
    if (!hasModal) root.close();
    nameButtons(root);
  };
  new MutationObserver(update).observe(root, { childList: true, subtree: true });
  root.addEventListener("cancel", (event) => {
    event.preventDefault();
    root.querySelector<HTMLElement>(`[aria-label=${closeName}]`)?.click();
  });
  return id;
};

/** TON Connect's buttons without text have no names. */
const nameButtons = (root: HTMLElement): void => {
  for (const button of root.querySelectorAll("button:not([aria-label])")) {
    const name = buttonNames.find(([selector]) => button.matches(selector));
    if (name && button.textContent.trim() === "") button.setAttribute("aria-label", name[1]);
  }
};

const buttonNames = [
  [":not([data-tc-icon-button])", "QR code"],
  ["[data-tc-modal] > div > div:first-child > :first-child", closeName],
  ["[data-tc-modal] > div > div:not(:first-child) > *", "About wallets"],
  [':has([viewBox="0 0 16 17"])', "Show QR code"],
  ["*", "Back"],
] as const;
