import { firstDepositUsd } from "../../../../resources/billing/deposits.ts";
import { firstDepositPromises } from "../../billing/flows/first-deposit/promises.ts";
import { ClaimPage } from "../claim/claim-page.tsx";

/** /first-landing */
export const Component = () => (
  <ClaimPage
    source="first-landing"
    title="Your first LAND"
    lead={`A first deposit of at least $${firstDepositUsd} upgrades your account to the standard package. No other charges.`}
    points={firstDepositPromises}
  />
);
