import type { Resource } from "../../../../resources/define.ts";
import { rollupRequests } from "../../../../resources/operator/rollup-requests.ts";
import { RecordList } from "../../framework/pages/record-list.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

/** /operator/rollups: everybody's rollups, and applications that are to be answered. */
export const Component = () => (
  <>
    <PageHeader
      title={rollupRequests.title}
      text="Rollups of all teams. What one click makes runs by itself; an application waits for your price, and after its payment for the rollup that you hand over."
    />
    <RecordList resource={rollupRequests as unknown as Resource} />
  </>
);
