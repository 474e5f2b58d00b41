/** Installs the service worker of a built dashboard, once the page has come to rest. */
export const registerServiceWorker = (): void => {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const register = () => void navigator.serviceWorker.register("/service-worker.js").catch(() => undefined);
  setTimeout(register, restMs);
};

const restMs = 3000;
