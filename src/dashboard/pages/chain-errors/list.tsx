import type { ReactNode } from "react";
import type { Row } from "../../../../resources/define.ts";
import { chainErrors } from "../../../../resources/operator/chain-errors.ts";
import { RecordList, type ListLayout } from "../../framework/pages/record-list.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { KindChoice } from "./kind-choice.tsx";

const resource = chainErrors;

/** /operator/chain-errors: errors between users' wallets and chains, as reported by browsers. */
export const Component = () => (
  <>
    <PageHeader title={chainErrors.title} text="Errors reported by browsers, newest first. Reports are unverified." />
    <RecordList
      resource={resource}
      cells={cells}
      layout={layout}
      moreFilters={(filters, onFilter) => (
        <KindChoice chosen={filters["kind"] ?? ""} onChoose={(kind) => onFilter("kind", kind)} />
      )}
    />
  </>
);

const cells: Readonly<Record<string, (row: Readonly<Record<string, unknown>>) => ReactNode>> = {
  message: (row) => {
    const { message } = row as Row<typeof chainErrors>;
    return (
      <span className="fh-ellipsis" title={message}>
        {message}
      </span>
    );
  },
};

const layout: ListLayout = {
  kind: { width: "170px" },
  action: { width: "110px", wideOnly: true },
  network: { width: "150px", wideOnly: true },
  createdAt: { width: "160px" },
};
