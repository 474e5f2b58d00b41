import { bucketDomains } from "../../../../resources/bucket/domains.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { AddButton } from "./add-button.tsx";
import { AddressesCard } from "./addresses-card.tsx";
import { BucketDomainList } from "./bucket-domain-list.tsx";

/** /bucket/domains: custom domains and public addresses of buckets. */
export const Component = () => (
  <>
    <PageHeader
      title={bucketDomains.title}
      text="Serve a bucket's files publicly on your own domain."
      actions={<AddButton />}
    />
    <div className="fh-stack">
      <BucketDomainList emptyAction={<AddButton />} />
      <AddressesCard />
    </div>
  </>
);
