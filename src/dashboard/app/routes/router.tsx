import { useSyncExternalStore, useEffect, useLayoutEffect } from "react";
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  Outlet,
  redirect,
  type RouteObject,
  NavigationType,
  useLocation,
  useMatches,
  useNavigation,
  useNavigationType,
  isRouteErrorResponse,
  matchPath,
  type PatchRoutesOnNavigationFunction,
  useRouteError,
} from "react-router";
import { isTeamCode } from "../../../../resources/account/teams/invite-code.ts";
import { pageHref } from "../../../../resources/declare/href.ts";
import { invitationPage, landing, overview, redirects } from "../../../../resources/pages.ts";
import { config, configReady } from "../../api/config.ts";
import { allowsNoLogin } from "../../api/session/no-login.ts";
import { rememberReturnPath } from "../../api/session/return-path.ts";
import { session } from "../../api/session/session.ts";
import type { RoutePlan } from "../../framework/derive/routes.ts";
import { loadChunk, isChunkLoadError } from "../../lib/async/load-chunk.ts";
import { LinkButton, Button } from "../../ui/button.tsx";
import { declared, loadPage, pagePlans, type PageModule } from "../registry.ts";
import { BarePage } from "./bare-page.tsx";
import { AssistantDock } from "../../ai/flows/assistant/assistant-dock.tsx";
import { send } from "../../api/client.ts";
import { follow } from "../../account/flows/notices/follow.ts";
import { SendContext, SignedInContext } from "../../framework/data/call-context.ts";
import { documentTitle, subjectOf } from "../../framework/derive/titles.ts";
import { DraftContext } from "../../framework/forms/draft-context.ts";
import { pageTitle } from "../../framework/page-title.ts";
import { DialogHost } from "../../ui/dialogs/dialog-host.tsx";
import { ToastHost } from "../../ui/toast/toast-host.tsx";
import { drafts } from "../drafts/drafts.ts";
import { useRoute } from "./use-route.ts";
import { NetworkError } from "../../api/errors.ts";
import { reloadWithoutPrompt } from "../session/go.ts";

/** Shows a screen that failed to load or render: the error and the actions. */
const RouteError = () => {
  const error = useRouteError();
  const failedToLoad = isChunkLoadError(error) || error instanceof NetworkError;
  useEffect(() => {
    if (failedToLoad) void reloadIfOutdated();
  }, [failedToLoad]);
  return (
    <BarePage
      title={failedToLoad ? "This page couldn't load" : "Something went wrong on this page"}
      text={
        failedToLoad
          ? "The connection was lost, or a new version is available. Reload to continue."
          : "Reload the page. Your saved data is safe."
      }
    >
      <Button kind="primary" icon="refresh" onClick={() => location.reload()}>
        Reload
      </Button>
      <LinkButton to={landing.path}>Go to home page</LinkButton>
      <details className="fh-bare-details">
        <summary>Details</summary>
        <pre>{describe(error)}</pre>
      </details>
    </BarePage>
  );
};

const describe = (error: unknown): string => {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
};

/** Reloads outdated pages: a page whose build the server no longer serves can't load the rest of its code. */

/** Storage key of the build for which this tab was reloaded: at most once per build. */
const storageKey = "reloadedForBuild";

/** Reloads the page once if the server has another build. */
const reloadIfOutdated = async (): Promise<void> => {
  const served = await servedBuild();
  if (served === undefined || served === buildOf(document)) return;
  if (sessionStorage.getItem(storageKey) === served) return;
  sessionStorage.setItem(storageKey, served);
  // The service worker keeps the old page; without it the next load requests the server.
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.unregister();
  reloadWithoutPrompt();
};

const servedBuild = async (): Promise<string | undefined> => {
  try {
    const response = await fetch("/", { cache: "no-store", headers: { accept: "text/html" } });
    return buildOf(new DOMParser().parseFromString(await response.text(), "text/html"));
  } catch {
    return undefined;
  }
};

/** Returns the hashed entry scripts of a page. */
const buildOf = (page: Document): string | undefined => {
  const scripts = [...page.querySelectorAll('script[type="module"][src^="/assets/"]')];
  return scripts.length === 0 ? undefined : scripts.map((script) => script.getAttribute("src")).join();
};

/** Parts of every screen, with or without the shell: title, progress bar, dialogs, toasts. */
const Root = () => {
  const signedIn = useSyncExternalStore(session.subscribe, () => session.get().token !== undefined);
  useScrollReset();
  useNotices(signedIn);
  return (
    <SendContext value={send}>
      <SignedInContext value={signedIn}>
        <DraftContext value={drafts}>
          <NavigationProgress />
          <DocumentTitle />
          <Outlet />
          <AssistantSlot />
          <DialogHost />
          <ToastHost />
        </DraftContext>
      </SignedInContext>
    </SendContext>
  );
};

/** Shows notifications to signed-in users, on public pages too: users removed from a team land there. */
const useNotices = (signedIn: boolean): void => {
  const place = useMatches().some(({ id }) => id === "shell") ? "shell" : "bare";
  useEffect(() => (signedIn ? follow(place) : undefined), [place, signedIn]);
};

/** Scrolls to the top on a new path; on back navigation the browser restores the position. */
const useScrollReset = (): void => {
  const { pathname, hash } = useLocation();
  const type = useNavigationType();
  useEffect(() => {
    if (type !== NavigationType.Pop && !hash) window.scrollTo(0, 0);
    // Only a change of path resets; a new query or hash on the same path does not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pathname]);
};

/** Progress bar at the top: grows while the next screen loads, completes when it is ready. */
const NavigationProgress = () => {
  const { state } = useNavigation();
  const { key } = useLocation();
  if (state !== "idle")
    return <div className="fh-navigation is-under-way" role="progressbar" aria-label="Loading page" />;
  return key === "default" ? null : <div key={key} className="fh-navigation is-done" aria-hidden="true" />;
};

/** Places the assistant's button on every page that allows it. */
const AssistantSlot = () => {
  const { handle } = useRoute();
  const subject = handle && subjectOf(declared, handle);
  return subject && "assistant" in subject ? null : <AssistantDock screen={subject?.name} />;
};

/** Sets the document title (route title, group, product) and announces changes to assistive technology. */
const DocumentTitle = () => {
  const { handle, params } = useRoute();
  const own = useSyncExternalStore(pageTitle.subscribe, pageTitle.get);
  const { product } = useSyncExternalStore(config.subscribe, config.get);
  const title =
    own && handle
      ? [own, subjectOf(declared, handle).group, product].filter(Boolean).join(" - ")
      : documentTitle(declared, handle, params, product);
  // Before paint, so that the tab never shows the previous screen's name.
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <p className="fh-hidden" role="status" aria-live="polite">
      {title}
    </p>
  );
};

/** Page for unknown URLs. */
const NotFound = () => {
  const signedIn = useSyncExternalStore(session.subscribe, session.get).token !== undefined;
  return (
    <BarePage title="Page not found" text="Check the address. The page may have been deleted or renamed.">
      <LinkButton kind="primary" to={signedIn ? overview.path : landing.path}>
        {signedIn ? "Go to overview" : "Go to home page"}
      </LinkButton>
    </BarePage>
  );
};

const toRoute = (plan: RoutePlan, load: (plan: RoutePlan) => Promise<PageModule>): RouteObject => ({
  id: plan.id,
  path: plan.path,
  handle: plan.handle,
  ...(plan.path === landing.path && { loader: redirectInvited }),
  errorElement: <RouteError />,
  lazy: () =>
    drawable(async () => ({
      Component: (await isAvailable(plan)) ? (await loadChunk(() => load(plan))).Component : NotFound,
    })),
});

/** Returns whether a route exists: development pages only on servers that offer them. */
const isAvailable = async ({ development }: RoutePlan): Promise<boolean> => {
  if (!development) return true;
  await configReady();
  return config.get().features.development;
};

/**
 * Loads a route's code. The router renders nothing for a route whose code failed to load, not even its error element; a
 * component that throws brings the error to the screen.
 */
const drawable = async (load: () => Promise<PageModule>): Promise<PageModule> => {
  try {
    return await load();
  } catch (error) {
    const Component = () => {
      throw error;
    };
    return { Component };
  }
};

/** Redirects to the landing page without a token, unless the route is public, and stores the return path. */
const requireSignIn = ({ request }: LoaderFunctionArgs): null => {
  const { token, user } = session.get();
  if (token !== undefined || allowsNoLogin(new URL(request.url), user)) return null;
  rememberReturnPath();
  // oxlint-disable-next-line typescript/only-throw-error -- the router's way to redirect
  throw redirect(landing.path);
};

/** Redirects a team's invite link to the invitation, and signed-in users from other links to the dashboard. */
const redirectInvited = ({ request }: LoaderFunctionArgs): null => {
  const code = new URL(request.url).searchParams.get("inviteCode");
  if (code === null) return null;
  const isSignedIn = session.get().token !== undefined;
  if (!isTeamCode(code) && !isSignedIn) return null;
  // oxlint-disable-next-line typescript/only-throw-error -- the router's way to redirect
  throw redirect(isTeamCode(code) ? pageHref(invitationPage, { code: code.trim() }) : overview.path);
};

const loadShell = async (): Promise<PageModule> => {
  // It names resources of installed modules.
  await configReady();
  const { ShellRoute, prepare } = await loadChunk(() => import("../shell/shell-route.tsx"));
  await prepare();
  return { Component: ShellRoute };
};

const routes: RouteObject[] = [
  {
    id: "root",
    Component: Root,
    errorElement: <RouteError />,
    children: [
      ...pagePlans.filter(({ bare }) => bare).map((plan) => toRoute(plan, loadPage)),
      {
        id: "shell",
        loader: requireSignIn,
        lazy: () => drawable(loadShell),
        children: pagePlans.filter(({ bare }) => !bare).map((plan) => toRoute(plan, loadPage)),
      },
      ...redirects.map(({ from, to }): RouteObject => ({
        path: from,
        loader: ({ request }) => redirect(to + new URL(request.url).search),
      })),
      {
        // Signed-in users keep the menu; visitors load nothing more.
        lazy: () => (session.get().token === undefined ? Promise.resolve({ Component: Outlet }) : drawable(loadShell)),
        children: [{ path: "*", Component: NotFound }],
      },
    ],
  },
];

let hasResources = false;

/** Adds the routes of resources once a path is not a page's. */
const addResources: PatchRoutesOnNavigationFunction = async ({ path, patch, signal }) => {
  if (hasResources || dynamicPages.some((page) => matchPath(page.path, path))) return;
  await configReady();
  const { loadScreen, resourcePlans } = await loadChunk(() => import("../resource-screens.ts"));
  hasResources = !signal.aborted;
  patch(
    "shell",
    resourcePlans.map((plan) => toRoute(plan, loadScreen)),
  );
};
/** Pages with parameters in their path: the router asks for these too. */
const dynamicPages = pagePlans.filter(({ path }) => path.includes(":"));

export const createRouter = () => createBrowserRouter(routes, { patchRoutesOnNavigation: addResources });
