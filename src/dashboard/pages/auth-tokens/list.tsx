import type { Resource } from "../../../../resources/define.ts";
import { authTokens } from "../../../../resources/hosting/auth-tokens.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import { ProgramsCard } from "./programs-card.tsx";

/** The generated list, and below it what tokens are for. */
export const Component = () => (
  <div className="fh-stack">
    <ListPage resource={authTokens as unknown as Resource} />
    <ProgramsCard origin={window.location.origin} />
  </div>
);
