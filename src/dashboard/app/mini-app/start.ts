/** The mini app: the same pages inside the messaging app, with its sign-in, theme, back button and haptics. */
import type { DataRouter } from "react-router";
import { boost } from "../../../../resources/boost/pages.ts";
import { config, configReady } from "../../api/config.ts";
import { boostHost } from "../../boost/flows/boost/host.ts";
import { loadNode } from "../../boost/flows/boost/node.ts";
import { openMessagingApp, type MessagingApp } from "../../account/flows/mini-app/sdk.ts";
import { signInByMessagingApp } from "../../account/flows/mini-app/sign-in.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { reloadWithoutPrompt } from "../session/go.ts";

/** Resolves once the first page can be drawn: signed in, or with a prompt after a failed sign-in. Never throws. */
export const startMiniApp = async (router: DataRouter): Promise<void> => {
  try {
    await configReady();
    const isEmulated = config.get().features.development && document.referrer.startsWith(location.origin);
    const app = openMessagingApp(isEmulated ? location.origin : undefined);
    follow(app, router);
    await signInByMessagingApp(app);
    void loadNode();
  } catch (error) {
    void promptRetry(error);
  }
};

const follow = (app: MessagingApp, router: DataRouter): void => {
  const { userId, feel, openInvoice } = app;
  boostHost.set({ isMiniApp: true, userId, feel, openInvoice });
  app.onTheme(({ isDark }) => {
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
    app.paintBars(isDark ? "#061213" : "#edf2f0");
  });
  followLocation(app, router);
  openLinksOutside(app);
  app.ready();
};

/** Shows the messaging app's back button on every page but the first. */
const followLocation = (app: MessagingApp, router: DataRouter): void => {
  const show = (): void => app.showBack(router.state.location.pathname !== boost.path);
  show();
  router.subscribe(show);
  app.onBack(() => {
    const { idx = 0 } = (history.state ?? {}) as { readonly idx?: number };
    void (idx > 0 ? router.navigate(-1) : router.navigate(boost.path));
  });
};

/** Opens external links by the messaging app: in its frame they would not open. */
const openLinksOutside = (app: MessagingApp): void =>
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.defaultPrevented || !/^https?:$/.test(link.protocol)) return;
    if (link.origin === location.origin && link.target !== "_blank") return;
    event.preventDefault();
    app.openLink(link.href);
  });

const promptRetry = async (error: unknown): Promise<void> => {
  const text = error instanceof Error ? error.message : String(error);
  const again = await dialogs.confirm({
    title: "Sign-in failed",
    text,
    ok: "Try again",
    cancel: "Continue without signing in",
  });
  if (again) reloadWithoutPrompt();
};
