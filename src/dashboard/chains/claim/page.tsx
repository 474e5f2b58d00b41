import { ClaimPage } from "./claim-page.tsx";

/** /claim */
export const Component = () => (
  <ClaimPage
    source="claim"
    title="Claim LAND"
    lead="LAND pays for storage, traffic, builds, gateways and more. One dollar is a million LAND, and LAND never expires."
    points={[
      "Pay on the chain of your choice, in its native coin or a US dollar coin.",
      "Your wallet pays the contract directly. Freehold stores only the receipt.",
      "LAND is credited to your account once the chain confirms the payment.",
    ]}
  />
);
