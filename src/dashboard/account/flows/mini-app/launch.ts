/** Detects whether the messaging app opened this page, without loading its SDK. */

/** Storage key of the SDK's launch parameters, which survive a reload. */
const storageKey = "tapps/launchParams";

export const isMiniApp = (): boolean => isHosted() && (hasLaunchParams(location.href) || hasStoredParams());

const isHosted = (): boolean => {
  const { TelegramWebviewProxy, external } = window as Window & {
    readonly TelegramWebviewProxy?: unknown;
    readonly external?: { readonly notify?: unknown };
  };
  return window.parent !== window || TelegramWebviewProxy !== undefined || typeof external?.notify === "function";
};

const hasLaunchParams = (url: string): boolean => /[#&]tgWebAppPlatform=/.test(url);

const hasStoredParams = (): boolean => {
  try {
    return sessionStorage.getItem(storageKey) !== null;
  } catch {
    // A frame without access to storage.
    return false;
  }
};
