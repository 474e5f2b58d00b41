/**
 * TON Connect's wallet picker with a self-hosted wallet list and no analytics: a separate chunk, loaded when a TON wallet
 * is first asked for.
 */
import {
  THEME,
  TonConnect,
  TonConnectError,
  TonConnectUI,
  UserRejectsError,
  type ActionConfiguration,
} from "@tonconnect/ui-react";
import { chainMessages } from "../../../../resources/chains/messages.ts";
import { commentPayload } from "./comment-payload.ts";
import { connectionsOf } from "./connections.ts";
import styles from "./modal-root.module.css";
import { TonRefusal } from "./refusal.ts";

export interface TonPayment {
  readonly destination: string;
  readonly nano: string;
  readonly comment: string;
  /** Unix seconds, after which wallets must not send it. */
  readonly validUntil: number;
  /** TON Connect's network id: "-239" is mainnet. */
  readonly network: string;
}

export interface TonWallet {
  readonly ui: TonConnectUI;
  /** Lets the user choose a wallet, unless one is connected; resolves to whether one is. Throws TonRefusal. */
  connect(): Promise<boolean>;
  /** Resolves once the wallet has sent it. Throws TonRefusal. */
  pay(payment: TonPayment): Promise<void>;
}

/** Reconnects the wallet of the last visit. Call it once: TON Connect can't be removed from a page. */
export const openTonWallet = (owner: string): TonWallet => {
  const connector = new TonConnect({
    manifestUrl: new URL("/tonconnect-manifest.json", location.origin).href,
    walletsListSource: new URL("/tonconnect-wallets.json", location.origin).href,
    storage: connectionsOf(owner),
    analytics: { mode: "off" },
  });
  const widgetRootId = createModalRoot();
  const options = { connector, widgetRootId, language: "en", enableAndroidBackHandler: false } as const;
  const ui = new TonConnectUI({ ...options, actionsConfiguration });
  return {
    ui,
    connect: async () => {
      await ui.connectionRestored.catch(() => false);
      return ui.connected || chooseWallet(ui);
    },
    pay: async ({ destination, nano, comment, validUntil, network }) => {
      applyTheme(ui);
      const messages = [{ address: destination, amount: nano, payload: commentPayload(comment) }];
      // A wallet in this page asks by itself.
      const isElsewhere = ui.wallet !== null && "bridgeUrl" in ui.wallet;
      const modals = isElsewhere ? ["before" as const] : [];
      await ui.sendTransaction({ validUntil, network, messages }, { modals }).catch((error: unknown) => {
        throw refusalOf(error);
      });
    },
  };
};

/** No link back: it would give the wallet this page's URL, which holds the session's signed user. */
const actionsConfiguration = { returnStrategy: "none", notifications: [] } as const satisfies ActionConfiguration;

const chooseWallet = (ui: TonConnectUI): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      stopStatus();
      stopModal();
      settle();
    };
    const stopStatus = ui.onStatusChange(
      (wallet) => wallet && end(() => resolve(true)),
      (error) => {
        // An open picker shows the error and offers to retry.
        if (ui.modalState.status !== "opened") end(() => reject(refusalOf(error)));
      },
    );
    const stopModal = ui.onModalStateChange(({ closeReason }) => {
      if (closeReason === "action-cancelled") end(() => resolve(false));
    });
    applyTheme(ui);
    ui.openModal().catch((error: unknown) => end(() => reject(refusalOf(error))));
  });

const refusalOf = (error: unknown): TonRefusal => {
  if (error instanceof UserRejectsError) return new TonRefusal(chainMessages.transactionCanceled);
  const message = error instanceof TonConnectError ? error.message.replace(/^\[TON_CONNECT_SDK_ERROR\]\s*/, "") : "";
  return new TonRefusal(message || chainMessages.transactionFailed);
};

/** Applies the page's current colors; TON Connect computes with them, so it can't read variables. */
const applyTheme = (ui: TonConnectUI): void => {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string): string => style.getPropertyValue(`--fh-${name}`).trim();
  const colors = {
    accent: color("accent"),
    // Legible below its white text in both themes.
    telegramButton: "#0077b8",
    icon: {
      primary: color("text"),
      secondary: color("text-muted"),
      tertiary: color("text-faint"),
      success: color("success"),
      error: color("danger"),
    },
    background: {
      primary: color("surface"),
      secondary: color("sunken"),
      segment: color("surface"),
      tint: color("sunken"),
      // Cameras read dark on light.
      qr: "#ffffff",
    },
    text: { primary: color("text"), secondary: color("text-muted") },
  };
  const theme = style.colorScheme === "dark" ? THEME.DARK : THEME.LIGHT;
  ui.uiOptions = { actionsConfiguration, uiPreferences: { theme, borderRadius: "s", colorsSet: { [theme]: colors } } };
};

const id = "ton-connect";
const closeName = "Close";

/**
 * Adds the element for TON Connect's modals and returns its id: a <dialog> that is open while it holds one. So modals lie
 * above the product's own dialogs, and hold the focus.
 */
const createModalRoot = (): string => {
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
