/**
 * Client for the messaging app around the mini app, by its SDK: the only file that imports it. Loaded in the messaging
 * app only.
 */
import {
  backButton,
  hapticFeedback,
  init,
  invoice,
  miniApp,
  openLink,
  openTelegramLink,
  retrieveLaunchParams,
  retrieveRawInitData,
  targetOrigin,
  themeParams,
  viewport,
} from "@telegram-apps/sdk";

export interface MessagingApp {
  /** The user who opened the mini app, as reported; the signature is verified by the server. */
  readonly userId: string;
  readonly initData: string;
  readonly startParam: string | undefined;
  /** Calls back with the theme now, and on each change. */
  onTheme(listener: (look: { readonly isDark: boolean }) => void): void;
  /** Colours of the bar above the page and of the background, "#rrggbb". */
  paintBars(colour: string): void;
  /** Reports that the first screen is ready. */
  ready(): void;
  showBack(isShown: boolean): void;
  onBack(listener: () => void): void;
  feel(kind: "success" | "error" | "press"): void;
  /** Resolves to the invoice's status once it is closed. */
  openInvoice(link: string): Promise<"paid" | "cancelled" | "failed" | "pending">;
  openLink(url: string): void;
}

/**
 * Opens the client. `host`: the origin to communicate with, if not the messaging app's own. Throws if the messaging app
 * did not launch this page.
 */
export const openMessagingApp = (host?: string): MessagingApp => {
  if (host !== undefined) targetOrigin.set(host);
  init();
  const launched = retrieveLaunchParams();
  const initData = retrieveRawInitData();
  const user = launched.tgWebAppData?.user;
  if (initData === undefined || user === undefined) throw new Error("The messaging app has not said who opens this.");
  mount();
  return {
    userId: String(user.id),
    initData,
    startParam: launched.tgWebAppStartParam ?? launched.tgWebAppData?.start_param,
    onTheme: (listener) => {
      const notify = (): void => listener({ isDark: themeParams.isDark() });
      notify();
      themeParams.isDark.sub(notify);
    },
    paintBars: (colour) => {
      miniApp.setHeaderColor.ifAvailable(colour as `#${string}`);
      miniApp.setBackgroundColor.ifAvailable(colour as `#${string}`);
    },
    ready: () => void miniApp.ready.ifAvailable(),
    showBack: (isShown) => void (isShown ? backButton.show : backButton.hide).ifAvailable(),
    onBack: (listener) => void backButton.onClick.ifAvailable(listener),
    feel: (kind) => {
      if (kind === "press") hapticFeedback.impactOccurred.ifAvailable("light");
      else hapticFeedback.notificationOccurred.ifAvailable(kind);
    },
    openInvoice: async (link) => {
      try {
        return asStatus(await invoice.open(link, "url"));
      } catch {
        // Another invoice is open, or this messaging app is too old to show one.
        return "failed";
      }
    },
    openLink: (url) => {
      if (new URL(url).hostname === "t.me") openTelegramLink.ifAvailable(url);
      else openLink.ifAvailable(url);
    },
  };
};

/**
 * Mounts the theme and the viewport as CSS variables (--tg-theme-…, --tg-viewport-…), expands to full height, and
 * mounts the buttons.
 */
const mount = (): void => {
  themeParams.mountSync.ifAvailable();
  themeParams.bindCssVars.ifAvailable();
  miniApp.mountSync.ifAvailable();
  backButton.mount.ifAvailable();
  viewport.expand.ifAvailable();
  void mountViewport();
};

/** Mounts the viewport; a messaging app that does not report it leaves the browser's. */
const mountViewport = async (): Promise<void> => {
  try {
    await viewport.mount();
    viewport.bindCssVars.ifAvailable();
  } catch {
    return;
  }
};

const asStatus = (status: string): "paid" | "cancelled" | "failed" | "pending" =>
  status === "paid" || status === "cancelled" || status === "pending" ? status : "failed";
