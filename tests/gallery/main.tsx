/** Renders the gallery by itself: with the theme, the styles and the hosts of every screen, without a session or a server. */
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router";
import { DialogHost } from "../../src/dashboard/ui/dialogs/dialog-host.tsx";
import { themeCss } from "../../src/dashboard/ui/theme/theme.ts";
import { ToastHost } from "../../src/dashboard/ui/toast/toast-host.tsx";
import "../../src/dashboard/styles.css";
import { Gallery } from "./page.tsx";

const theme = document.createElement("style");
theme.textContent = themeCss();
document.head.prepend(theme);

const router = createBrowserRouter([
  {
    path: "*",
    element: (
      <main id="main" tabIndex={-1}>
        <Gallery />
        <DialogHost />
        <ToastHost />
      </main>
    ),
  },
]);
createRoot(document.getElementById("app")!).render(<RouterProvider router={router} />);
