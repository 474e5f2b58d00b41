import { ClaimPage } from "./claim-page.tsx";

/** /claim */
export const Component = () => (
  <ClaimPage
    source="claim"
    title="Claim LAND"
    lead="LAND pays for everything this cloud does for you: storage, bandwidth, builds, gateways and more. One dollar is a million LAND, and it never expires."
    points={[
      "Pay on the chain of your choice, with its coin or a US dollar coin.",
      "Your wallet pays the contract itself. Nothing is stored here but the receipt.",
      "LAND is credited once the chain has confirmed the payment, to the account you sign in with.",
    ]}
  />
);
