import { lazy, Suspense, useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { Outlet, useLocation } from "react-router";
import type { Team } from "../../../../resources/account/teams/teams.ts";
import { config } from "../../api/config.ts";
import { detectedCode } from "../../account/flows/bind-account/detected.ts";
import { makeRoomForNotices, unreadStore } from "../../account/flows/notices/unread.ts";
import { dock, showDockIfLeft } from "../../storage/flows/object-upload/dock.ts";
import { maySee } from "../../framework/derive/may-see.ts";
import { menuOf, menuPathOf } from "../../framework/derive/menu.ts";
import { useUnsavedBlocker } from "../../framework/forms/use-unsaved-guard.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { atRest, settled } from "../../lib/async/at-rest.ts";
import { Palette } from "../palette/palette.tsx";
import { prefetchWhenIdle } from "../prefetch.ts";
import { declared, existsHere } from "../registry.ts";
import { InShell } from "../routes/bare-page.tsx";
import { useRoute } from "../routes/use-route.ts";
import { Drawer } from "./drawer.tsx";
import { TopBar } from "./top-bar.tsx";

const UploadPanel = lazy(() => import("../../storage/flows/object-upload/upload-panel.tsx"));

/** Shows the upload queue on every screen; loaded once there is one. */
const UploadDock = () => {
  useEffect(() => void settled().then(showDockIfLeft), []);
  return (
    useSyncExternalStore(dock.subscribe, dock.get) && (
      <Suspense>
        <UploadPanel />
      </Suspense>
    )
  );
};

const NoticeBar = lazy(() => import("../../account/flows/notices/notice-bar.tsx"));

/** Places the notice bar; loaded once there is a notice. */
const NoticeSlot = () => {
  const { inBar } = useSyncExternalStore(unreadStore.subscribe, unreadStore.get);
  return (
    inBar && (
      <Suspense>
        <NoticeBar />
      </Suspense>
    )
  );
};

/** Shown in place of a denied screen; loaded on first use. */
const NoAccess = lazy(() => import("./no-access-view.tsx"));

const BindOffer = lazy(() => import("../../account/flows/bind-account/bind-offer.tsx"));

/** Drawer, top bar and the current screen. */
export const Shell = ({ team }: { team: Team }) => {
  const allows = useAllows();
  const { pathname } = useLocation();
  const { handle } = useRoute();
  useUnsavedBlocker();
  useSyncExternalStore(config.subscribe, config.get);
  const menu = menuOf(declared, allows, existsHere);
  // Closes on any change of path.
  const [openedAt, setOpenedAt] = useState<string>();
  const [detected] = useState(() => detectedCode() !== null);
  const drawerOpen = openedAt === pathname;
  useLayoutEffect(makeRoomForNotices, [pathname]);
  useEffect(() => {
    // After the first screen: its code would only compete with the screen's own.
    void atRest()
      .then(() => import("../session/welcome.ts"))
      .then(({ welcome }) => welcome())
      .catch(() => undefined);
  }, []);
  const likely = menu
    .filter(({ section }) => section !== "Development")
    .flatMap(({ items }) => items.map(({ to }) => to))
    .join();
  useEffect(() => prefetchWhenIdle(likely.split(",")), [likely]);
  return (
    <div className="fh-shell">
      <a className="fh-skip" href="#main">
        Skip to content
      </a>
      <Drawer
        menu={menu}
        current={menuPathOf(declared, handle)}
        team={team}
        open={drawerOpen}
        onClose={() => setOpenedAt(undefined)}
      />
      <div className="fh-main">
        <TopBar onMenu={() => setOpenedAt(pathname)} menuOpen={drawerOpen} />
        <NoticeSlot />
        <main id="main" tabIndex={-1}>
          <div className="fh-page-frame" key={pathname}>
            <InShell value>
              <Suspense>{maySee(handle, allows) ? <Outlet /> : <NoAccess team={team} handle={handle!} />}</Suspense>
            </InShell>
          </div>
        </main>
      </div>
      <UploadDock />
      <Palette />
      {detected && (
        <Suspense>
          <BindOffer />
        </Suspense>
      )}
    </div>
  );
};
