import { href, pageHref } from "../../../../resources/declare/href.ts";
import { docs } from "../../../../resources/pages.ts";
import { rollupFree } from "../../../../resources/raas/rollup-calls.ts";
import { rollups, rollupStatus } from "../../../../resources/raas/rollups.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useRecords } from "../../framework/data/use-records.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import type { Cells } from "../../framework/pages/record-list.tsx";
import { useAllows } from "../../framework/use-allows.ts";
import { LinkButton } from "../../ui/button.tsx";
import { TwoLines } from "../../ui/panels/two-lines.tsx";
import { ChainLogo } from "./chain-logo.tsx";
import { Expiry } from "./expiry.tsx";
import { choiceSummary, dataNames } from "./labels.ts";
import { rollupPath } from "./rollup-path.ts";
import { RollupState } from "./rollup-state.tsx";

const cells: Cells<typeof rollups> = {
  name: (row) => (
    <ChainLogo rollup={row}>
      <TwoLines
        first={<span title={row.name}>{row.name}</span>}
        second={row.chainId === null ? "" : `Chain ID ${row.chainId}`}
      />
    </ChainLogo>
  ),
  framework: (row) => <TwoLines first={choiceSummary(row)} second={`Data: ${dataNames[row.daLayer]}`} />,
  status: ({ status }) => <RollupState status={status} />,
  expirationAt: ({ status, expirationAt }) => <Expiry at={status === rollupStatus.RUNNING ? expirationAt : null} />,
};

const pollMs = () => 30_000;

/** /raas: the team's rollups, or an introduction. */
export const Component = () => {
  const mayCreate = useAllows()("create", rollups.name);
  const { rows } = useRecords(rollups);
  const isEmpty = rows?.length === 0;
  const free = useCall(rollupFree, { enabled: mayCreate && isEmpty });
  const create = mayCreate && (
    <LinkButton kind="primary" icon="plus" to={href(rollups, "create")}>
      New rollup
    </LinkButton>
  );
  return (
    <ListPage
      resource={rollups}
      cells={cells}
      rowHref={rollupPath}
      pollMs={pollMs}
      create={create}
      emptyAction={
        <>
          {create}
          <LinkButton kind="plain" icon="book" to={pageHref(docs, { name: "rollups" })}>
            How it works
          </LinkButton>
          {free.data?.exist === false && <p className="fh-muted">The first two hours are free.</p>}
        </>
      }
    />
  );
};
