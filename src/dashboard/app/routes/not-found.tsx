import { useSyncExternalStore } from "react";
import { landing, overview } from "../../../../resources/pages.ts";
import { session } from "../../api/session/session.ts";
import { LinkButton } from "../../ui/button.tsx";
import { BarePage } from "./bare-page.tsx";

/** Page for unknown URLs. */
export const NotFound = () => {
  const signedIn = useSyncExternalStore(session.subscribe, session.get).token !== undefined;
  return (
    <BarePage title="Page not found" text="Check the address. The page may have been deleted or renamed.">
      <LinkButton kind="primary" to={signedIn ? overview.path : landing.path}>
        {signedIn ? "Go to overview" : "Go to home page"}
      </LinkButton>
    </BarePage>
  );
};
