import { Link } from "react-router";
import { href } from "../../../../resources/declare/href.ts";
import { rollupRequests } from "../../../../resources/operator/rollup-requests.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import type { Cells } from "../../framework/pages/record-list.tsx";
import { TwoLines } from "../../ui/panels/two-lines.tsx";

/** /operator/rollups */
export const Component = () => <ListPage resource={rollupRequests} cells={cells} />;

const cells: Cells<typeof rollupRequests> = {
  name: ({ id, name, wish }) => (
    <TwoLines first={<Link to={href(rollupRequests, "edit", { id })}>{name}</Link>} second={wish} />
  ),
};
