import { firstDepositPoints } from "../../../../resources/billing/deposits.ts";
import { ClaimPage } from "../claim/claim-page.tsx";

/** /first-landing */
export const Component = () => (
  <ClaimPage
    source="first-landing"
    title="Your first LAND"
    lead="With the first LAND you claim, from a dollar on, your account becomes a standard one. It costs nothing beside what you claim."
    points={[
      "Every month: 6 GB on IPFS, 100 GB of bandwidth and 250 build minutes; 100 MB on Arweave to begin with.",
      `${firstDepositPoints.inTime} points in your first three days, ${firstDepositPoints.later} afterwards.`,
      "Dedicated gateways, RPC and the rest of the cloud open to you.",
    ]}
  />
);
