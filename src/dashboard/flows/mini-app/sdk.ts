/** The messaging app around the mini app, by its SDK: the only file that knows it. Loaded in the messaging app only. */
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
  /** Whom it says to have opened the mini app; signed, see the server. */
  readonly userId: string;
  readonly initData: string;
  readonly startParam: string | undefined;
  /** Its look now, and whenever it changes. */
  onTheme(listener: (look: { readonly isDark: boolean }) => void): void;
  /** Colours of the bar above the page and of what is behind it, "#rrggbb". */
  paintBars(colour: string): void;
  /** The first screen is ready. */
  ready(): void;
  showBack(isShown: boolean): void;
  onBack(listener: () => void): void;
  feel(what: "success" | "error" | "press"): void;
  /** Resolves to what the messaging app says once the invoice is closed. */
  openInvoice(link: string): Promise<"paid" | "cancelled" | "failed" | "pending">;
  openLink(url: string): void;
}

/** Opens it. `host`: the origin to talk to, where that is not the messaging app's own. Throws when it did not launch this page. */
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
      const tell = (): void => listener({ isDark: themeParams.isDark() });
      tell();
      themeParams.isDark.sub(tell);
    },
    paintBars: (colour) => {
      miniApp.setHeaderColor.ifAvailable(colour as `#${string}`);
      miniApp.setBackgroundColor.ifAvailable(colour as `#${string}`);
    },
    ready: () => void miniApp.ready.ifAvailable(),
    showBack: (isShown) => void (isShown ? backButton.show : backButton.hide).ifAvailable(),
    onBack: (listener) => void backButton.onClick.ifAvailable(listener),
    feel: (what) => {
      if (what === "press") hapticFeedback.impactOccurred.ifAvailable("light");
      else hapticFeedback.notificationOccurred.ifAvailable(what);
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

/** Theme and measures as CSS variables (--tg-theme-…, --tg-viewport-…), all the height there is, and the buttons. */
const mount = (): void => {
  themeParams.mountSync.ifAvailable();
  themeParams.bindCssVars.ifAvailable();
  miniApp.mountSync.ifAvailable();
  backButton.mount.ifAvailable();
  viewport.expand.ifAvailable();
  void mountViewport();
};

/** A messaging app that does not tell its measures leaves those of the browser. */
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
