import { errors } from "../../../../resources/messages.ts";
import type { RouteHandle } from "../../framework/derive/routes.ts";
import { Empty } from "../../ui/empty.tsx";

/** The one page that a disabled team still reaches. */
const configurationPage = "account-config";

export const isOpenWhileDisabled = (handle: RouteHandle | undefined): boolean =>
  handle?.kind === "page" && handle.page === configurationPage;

/** What a disabled team sees everywhere else. */
export const DisabledTeam = () => <Empty icon="shield" title="No access" text={errors.TEAM_DISABLED.message} />;
