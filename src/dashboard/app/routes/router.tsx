import { useSyncExternalStore } from "react";
import { createBrowserRouter, type LoaderFunctionArgs, Outlet, redirect, type RouteObject } from "react-router";
import { landing, overview, redirects } from "../../../../resources/pages.ts";
import { config, configReady } from "../../api/config.ts";
import { allowsNoLogin } from "../../api/session/no-login.ts";
import { rememberReturnPath } from "../../api/session/return-path.ts";
import { session } from "../../api/session/session.ts";
import type { RoutePlan } from "../../framework/derive/routes.ts";
import { loadChunk } from "../../lib/load-chunk.ts";
import { LinkButton } from "../../ui/button.tsx";
import { loadPage } from "../load-page.ts";
import { type PageModule, plans } from "../registry.ts";
import { BarePage } from "./bare-page.tsx";
import { Root } from "./root.tsx";
import { RouteError } from "./route-error.tsx";

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

const toRoute = (plan: RoutePlan): RouteObject => ({
  id: plan.id,
  path: plan.path,
  handle: plan.handle,
  ...(plan.path === landing.path && { loader: redirectInvited }),
  errorElement: <RouteError />,
  lazy: () =>
    drawable(async () => ({
      Component: (await isAvailable(plan)) ? (await loadChunk(() => loadPage(plan))).Component : NotFound,
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

/** Redirects invite links to the start page. Signed-in users answer the invitation inside the dashboard. */
const redirectInvited = ({ request }: LoaderFunctionArgs): null => {
  const isInvited = new URL(request.url).searchParams.has("inviteCode");
  if (!isInvited || session.get().token === undefined) return null;
  // oxlint-disable-next-line typescript/only-throw-error -- the router's way to redirect
  throw redirect(overview.path);
};

const loadShell = async (): Promise<PageModule> => {
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
      ...plans.filter(({ bare }) => bare).map(toRoute),
      {
        id: "shell",
        loader: requireSignIn,
        lazy: () => drawable(loadShell),
        children: plans.filter(({ bare }) => !bare).map(toRoute),
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

export const createRouter = () => createBrowserRouter(routes);
