import { memberMessages } from "../../../../resources/account/teams/team-messages.ts";
import type { Resource } from "../../../../resources/declare/define.ts";
import { subjectOf } from "../../framework/derive/titles.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { shortenName } from "../../lib/format/shorten.ts";
import { Icon } from "../../ui/icon.tsx";
import { declared } from "../registry.ts";
import { useRoute } from "../routes/use-route.ts";
import { useSession } from "../session/use-session.ts";

/** Explains why a screen has no actions: the member has read-only access to its section. */
const ReadOnlyMark = () => {
  const { team } = useSession();
  const { handle } = useRoute();
  const allows = useAllows();
  if (handle?.kind !== "resource" || !isReadOnly(subjectOf(declared, handle) as Resource, allows)) return null;
  return (
    <span className="fh-read-only" title={memberMessages.readOnly.replace("{team}", shortenName(team?.teamName ?? ""))}>
      <Icon name="eye" size={14} />
      Read only
    </span>
  );
};

export default ReadOnlyMark;

/** Returns whether the user has read-only access to a resource that can be changed. */
const isReadOnly = (resource: Resource, allows: ReturnType<typeof useAllows>): boolean => {
  const { calls, actions = {} } = resource;
  const verbs = (["create", "edit", "delete"] as const).filter((verb) => calls[verb] !== undefined);
  const changes = [...verbs, ...Object.values(actions).map(({ can }) => can)];
  return changes.length > 0 && allows("list", resource) && !changes.some((can) => allows(can, resource));
};
