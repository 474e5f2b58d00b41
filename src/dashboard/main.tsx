import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import * as z from "zod/mini";
import { configReady } from "./api/config.ts";
import { createRouter } from "./app/routes/router.tsx";
import { installHandlers } from "./app/session/handlers.ts";
import { registerServiceWorker } from "./app/register-service-worker.ts";
import { isMiniApp } from "./account/flows/mini-app/launch.ts";
import { rememberInviteCode } from "./account/flows/session/invite-code.ts";

// Schemas are interpreted: compiling them requires `eval`, which the page's policy forbids.
z.config({ jitless: true });

installHandlers();
rememberInviteCode(location.search);
void configReady();

const router = createRouter();
const miniApp = isMiniApp()
  ? import("./app/mini-app/start.ts").then(({ startMiniApp }) => startMiniApp(router))
  : undefined;
const start = async (): Promise<void> => {
  // If its code fails to load, the page still renders.
  await miniApp?.catch(() => undefined);
  createRoot(document.getElementById("app")!).render(<RouterProvider router={router} />);
  registerServiceWorker();
};

// The page's static shell stays visible until the first screen can be rendered completely.
if (router.state.initialized) void start();
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    void start();
  });
}
