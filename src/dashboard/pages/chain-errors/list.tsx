import { chainErrors } from "../../../../resources/operator/chain-errors.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import type { Cells } from "../../framework/pages/record-list.tsx";
import { KindChoice } from "./kind-choice.tsx";

/** /operator/chain-errors: errors between users' wallets and chains, as reported by browsers. */
export const Component = () => (
  <ListPage
    resource={chainErrors}
    cells={cells}
    moreFilters={(filters, onFilter) => (
      <KindChoice chosen={filters["kind"] ?? ""} onChoose={(kind) => onFilter("kind", kind)} />
    )}
  />
);

const cells: Cells<typeof chainErrors> = {
  message: ({ message }) => (
    <span className="fh-ellipsis" title={message}>
      {message}
    </span>
  ),
};
