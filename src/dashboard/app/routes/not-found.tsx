import { useSyncExternalStore } from "react";
import { landing, overview } from "../../../../resources/pages.ts";
import { session } from "../../api/session/session.ts";
import { LinkButton } from "../../ui/button.tsx";
import { BarePage } from "./bare-page.tsx";

/** Nothing is declared under this address. */
export const NotFound = () => {
  const signedIn = useSyncExternalStore(session.subscribe, session.get).token !== undefined;
  return (
    <BarePage title="There is no page here" text="The address may be mistyped, or what it led to has been deleted.">
      <LinkButton kind="primary" to={signedIn ? overview.path : landing.path}>
        {signedIn ? "Go to Overview" : "Go to the start page"}
      </LinkButton>
    </BarePage>
  );
};
