/** Installs the service worker of a built dashboard, once the page has come to rest. */
export const registerServiceWorker = (): void => {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  setTimeout(() => void install().catch(() => undefined), restMs);
};

const restMs = 3000;

const install = async (): Promise<void> => {
  const registration = await navigator.serviceWorker.register("/service-worker.js");
  // A newer version takes over while nobody looks; the next visit runs it whole.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) registration.waiting?.postMessage("skip-waiting");
  });
};
