import { authTokens } from "../../../../resources/hosting/auth-tokens.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import { useAllows } from "../../framework/use-allows.ts";
import { ProgramsCard } from "./programs-card.tsx";

/** The generated list, with deployment commands below. */
export const Component = () => {
  const mayCreate = useAllows()("create", authTokens.name);
  return <ListPage resource={authTokens}>{mayCreate && <ProgramsCard origin={window.location.origin} />}</ListPage>;
};
