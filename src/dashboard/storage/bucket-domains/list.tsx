import { verifyBucketDomain } from "../../../../resources/storage/domain-calls.ts";
import { bucketDomains } from "../../../../resources/storage/domains.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import { textOf } from "../../lib/text-of.ts";
import { domainCells, hiddenColumns, visitItem, waitingPollMs } from "../../hosting/flows/domains/domain-cells.tsx";
import { SetupDialog } from "../../hosting/flows/domains/setup-dialog.tsx";
import type { DomainSource } from "../../hosting/flows/domains/source.ts";
import { useSetup } from "../../hosting/flows/domains/use-setup.ts";
import { AddressesCard } from "./addresses-card.tsx";
import { useBucketMenu } from "./bucket-menu.tsx";
import { Publishes } from "./publishes.tsx";

const ofBuckets: DomainSource = {
  resource: bucketDomains,
  verify: verifyBucketDomain,
  paramsOf: ({ domain }) => ({ domain }),
  leadsTo: "Serves the bucket's files publicly.",
};

/** /bucket/domains: custom domains and public addresses of buckets. */
export const Component = () => {
  const setup = useSetup();
  const { menu, note } = useBucketMenu();
  return (
    <>
      <ListPage
        resource={bucketDomains}
        cells={domainCells}
        without={hiddenColumns}
        rowHref={({ domain }) => setup.hrefOf(domain)}
        rowActions={(row) => [
          { label: "View DNS records", icon: "globe", onSelect: () => setup.show([row.domain]) },
          ...visitItem(row),
        ]}
        pollMs={waitingPollMs}
        form={() => ({
          overrides: { domain: { placeholder: "files.example" }, bucketName: menu },
          below: {
            bucketName: ({ bucketName }) => (
              <>
                {note}
                <Publishes bucketName={textOf(bucketName)} />
              </>
            ),
          },
          errorFields: { DOMAIN_ADDED: "domain", LIMIT_REACHED: "domain" },
          done: "",
          onSaved: ({ domain }) => setup.show([textOf(domain)]),
        })}
      >
        <AddressesCard />
      </ListPage>
      {setup.ids.length > 0 && <SetupDialog ids={setup.ids} source={ofBuckets} onClose={setup.close} />}
    </>
  );
};
