/** Renders the gallery by itself: with the theme, the styles and the hosts of every screen, without a session or a server. */
import { Suspense } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router";
import { SendContext } from "../../src/dashboard/framework/data/call-context.ts";
import { DialogHost } from "../../src/dashboard/ui/dialogs/dialog-host.tsx";
import { themeCss } from "../../src/dashboard/ui/theme/theme.ts";
import { ToastHost } from "../../src/dashboard/ui/toast/toast-host.tsx";
import "../../src/dashboard/styles.css";
import { Gallery } from "./page.tsx";

const theme = document.createElement("style");
theme.textContent = themeCss();
document.head.prepend(theme);

/** Forms are shown, and send nothing. */
const answerNothing = () => new Promise<never>(() => undefined);

const router = createBrowserRouter([
  {
    path: "*",
    element: (
      <SendContext value={answerNothing}>
        <main id="main" tabIndex={-1}>
          <Suspense>
            <Gallery />
          </Suspense>
          <DialogHost />
          <ToastHost />
        </main>
      </SendContext>
    ),
  },
]);
createRoot(document.getElementById("app")!).render(<RouterProvider router={router} />);
