import { AbilityProvider } from "@casl/react";
import { Refine } from "@refinedev/core";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { type Ability, abilityFor } from "../../../../resources/declare/abilities.ts";
import type { Team } from "../../../../resources/account/teams/teams.ts";
import { login } from "../../../../resources/pages.ts";
import { type BuildEvent, buildEventName } from "../../../../resources/hosting/events.ts";
import { request } from "../../api/client.ts";
import { onRealtime } from "../../api/realtime.ts";
import { loadSession } from "../../api/session/load.ts";
import { rememberReturnPath } from "../../api/session/return-path.ts";
import { session } from "../../api/session/session.ts";
import { resourceNamed } from "../../framework/data/part-resources.ts";
import { maySee } from "../../framework/derive/may-see.ts";
import { refineResources } from "../../framework/derive/refine-resources.ts";
import type { RouteHandle } from "../../framework/derive/routes.ts";
import { LockContext, type LockProps } from "../../framework/lock-context.ts";
import { PrefetchContext } from "../../framework/prefetch.ts";
import { attempt } from "../../lib/async/attempt.ts";
import { isChunkLoadError } from "../../lib/async/load-chunk.ts";
import { createAccessControlProvider } from "../../providers/access-control-provider.ts";
import { createAuthProvider } from "../../providers/auth-provider.ts";
import { createDataProvider } from "../../providers/data-provider.ts";
import { createLiveProvider } from "../../providers/live-provider.ts";
import { observeQuery, queryClient as client } from "../../ui/cached/query-cache.ts";
import { notifications, toast } from "../../ui/toast/toast.ts";
import { provideCache } from "../../ui/cached/use-cached.ts";
import { persistCache, restoreCache } from "../cache/persist.ts";
import { createPrefetcher } from "../prefetch.ts";
import { declared } from "../registry.ts";
import "../resource-screens.ts";
import { createRouterProvider } from "../routes/router-provider.ts";
import { disconnect } from "../session/disconnect.ts";
import { leaveFor } from "../session/go.ts";
import { keepSessionCurrent } from "../session/keep-current.ts";
import { watchTeam } from "../session/team-lost.ts";
import { useSession } from "../session/use-session.ts";
import { watchTabs } from "../session/watch-tabs.ts";
import { Shell } from "./shell.tsx";
import { openFeedback } from "../../account/flows/feedback/open-feedback.ts";
import { widgetHandlers } from "../../account/flows/notices/widget-handlers.ts";

let last: { readonly granted: string; readonly ability: Ability } | undefined;

/** Returns the user's permissions in a team: the same object until one of them changes. */
const abilityIn = ({ type, status, access, levels }: Team, operator = false): Ability => {
  const membership = { type, status, access, levels, operator };
  const granted = JSON.stringify(membership);
  if (last?.granted !== granted) last = { granted, ability: abilityFor(membership, declared) };
  return last.ability;
};

const NeedsLock = lazy(() => import("./needs-lock.tsx"));
const lock = (props: LockProps) => <NeedsLock {...props} />;
const NoLoginFrame = lazy(() => import("./no-login-frame.tsx"));

provideCache({ observeQuery, queryClient: client });
const dataProvider = createDataProvider(resourceNamed, request);
const abilityHere = (): Ability | undefined => {
  const { team, user } = session.get();
  return team && abilityIn(team, user?.operator);
};
const mayOpen = (handle: RouteHandle): boolean => {
  const ability = abilityHere();
  return ability !== undefined && maySee(handle, (verb, name) => ability.can(verb, name));
};
const signIn = (): void => {
  rememberReturnPath();
  leaveFor(login.path);
};
const prefetcher = createPrefetcher(client, dataProvider, mayOpen);
const resources = refineResources(declared.resources);
const providers = {
  dataProvider,
  routerProvider: createRouterProvider(resources),
  authProvider: createAuthProvider({ signIn, signOut: disconnect, abilityHere }),
  liveProvider: createLiveProvider(resourceNamed),
  notificationProvider: notifications,
  resources,
  options: {
    reactQuery: { clientConfig: client },
    disableTelemetry: true,
    disableRouteChangeHandler: true,
    mutationMode: "pessimistic",
  },
} as const;

/** How long the first render waits for data that the page's inline script has already requested. */
const firstDataMs = 50;

/** Prepares the first render: the session, the stored cache, and the screen's early data. */
export const prepare = async (): Promise<void> => {
  // The router loads this in parallel with the guard that redirects to the landing page: without a token nothing is
  // loaded.
  if (session.get().token === undefined) return;
  const current = session.get();
  // Forms need the user too: drafts are stored by user and team.
  if (!current.team || !current.user) await loadSession();
  const { team } = session.get();
  if (!team) return;
  persistCache(client, team.teamId);
  await Promise.race([
    prefetcher.data(location.pathname + location.search),
    Promise.all([restoreCache(client, team.teamId), new Promise((resolve) => setTimeout(resolve, firstDataMs))]),
  ]);
};

/** Everything behind sign-in: Refine, the selected team's permissions, and the shell around the screens. */
export const ShellRoute = () => {
  const { token, team } = useSession();
  const [initialTeam] = useState(team);
  const [startedSignedOut] = useState(token === undefined);
  // The session started on a public screen: the screen is reloaded, signed in.
  const hasSignedIn = startedSignedOut && team !== undefined;
  useEffect(() => {
    if (hasSignedIn) leaveFor(location.pathname + location.search);
  }, [hasSignedIn]);
  if (startedSignedOut)
    return (
      <Suspense>
        <NoLoginFrame client={client} />
      </Suspense>
    );
  const shown = team ?? initialTeam;
  return shown && <SignedIn team={shown} />;
};

/** Ignores that the code can't be loaded: a tab that was opened before an upgrade may lack it. */
const hearBuild = (event: BuildEvent): void =>
  void attempt(async () => {
    const { patchBuildState } = await import("../../providers/live-patches.ts");
    patchBuildState(client, event);
    if ("first" in event.data && event.data.first) (await import("../../ui/celebration/celebration.ts")).celebrate();
  });

const SignedIn = ({ team }: { team: Team }) => {
  const { user } = useSession();
  useEffect(keepSessionCurrent, []);
  useEffect(watchTabs, []);
  useEffect(watchTeam, []);
  useEffect(offerFeedback, []);
  useEffect(hearMissingCode, []);
  useEffect(() => onRealtime(buildEventName, hearBuild), []);
  const ability = abilityIn(team, user?.operator);
  const accessControlProvider = useMemo(() => createAccessControlProvider(ability), [ability]);
  return (
    <AbilityProvider value={ability}>
      <PrefetchContext value={prefetcher.screen}>
        <Refine {...providers} accessControlProvider={accessControlProvider}>
          <LockContext value={lock}>
            <Shell team={team} />
          </LockContext>
        </Refine>
      </PrefetchContext>
    </AbilityProvider>
  );
};

/** Says so when the code of an action can't be loaded: a tab that was opened before an upgrade may lack it. */
const hearMissingCode = (): (() => void) => {
  const hear = (event: PromiseRejectionEvent): void => {
    if (!isChunkLoadError(event.reason)) return;
    event.preventDefault();
    toast("This couldn't load. Reload the page and try again.", "error");
  };
  addEventListener("unhandledrejection", hear);
  return () => removeEventListener("unhandledrejection", hear);
};

/** Opens the feedback dialog when a notice named feedback is present, titled by its label. */
const offerFeedback = (): void => {
  widgetHandlers["feedback"] = ({ label }) => void openFeedback(label ? { title: label } : {});
};
