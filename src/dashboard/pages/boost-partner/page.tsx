import { BoostFrame } from "../boost-frame/boost-frame.tsx";
import { Mining } from "./mining.tsx";

/** /boost/partner: NFTs and tokens that are staked, and what they add to the rate. */
export const Component = () => (
  <BoostFrame title="Mining" lead="Stake NFTs and tokens to raise your node's hourly rate.">
    <Mining />
  </BoostFrame>
);
