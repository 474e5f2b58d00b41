import { bucketDomains } from "../../../../resources/bucket/domains.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import type { Cells } from "../../framework/pages/record-list.tsx";
import { domainCells, hiddenColumns, visitItem, waitingPollMs } from "../domains/domain-cells.tsx";
import { SetupDialog } from "../domains/setup-dialog.tsx";
import { useSetup } from "../domains/use-setup.ts";
import { AddButton } from "./add-button.tsx";
import { AddressesCard } from "./addresses-card.tsx";
import { ofBuckets } from "./source.ts";

const cells: Cells<typeof bucketDomains> = {
  ...domainCells,
  bucketName: ({ bucketName }) => <span title={bucketName}>{bucketName}</span>,
};

/** /bucket/domains: custom domains and public addresses of buckets. */
export const Component = () => {
  const setup = useSetup();
  return (
    <>
      <ListPage
        resource={bucketDomains}
        cells={cells}
        without={hiddenColumns}
        rowHref={({ domain }) => setup.hrefOf(domain)}
        rowActions={(row) => [
          { label: "View DNS records", icon: "globe", onSelect: () => setup.show([row.domain]) },
          ...visitItem(row),
        ]}
        pollMs={waitingPollMs}
        create={<AddButton />}
      >
        <AddressesCard />
      </ListPage>
      {setup.ids.length > 0 && <SetupDialog ids={setup.ids} source={ofBuckets} onClose={setup.close} />}
    </>
  );
};
