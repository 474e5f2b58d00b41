/** Installs the service worker of a built dashboard, once the page is idle. */
export const registerServiceWorker = (): void => {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  setTimeout(() => void install().catch(() => undefined), restMs);
};

const restMs = 3000;

const install = async (): Promise<void> => {
  await navigator.serviceWorker.register("/service-worker.js");
  // A newer version takes over while the page is hidden; the next visit uses it.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) void replaceWorker();
  });
};

const replaceWorker = async (): Promise<void> => {
  const registration = await navigator.serviceWorker.getRegistration();
  registration?.waiting?.postMessage("skip-waiting");
};
