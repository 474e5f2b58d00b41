import { BoostFrame } from "../boost-frame/boost-frame.tsx";
import { Mining } from "./mining.tsx";

/** /boost/partner: staked NFTs and tokens, and the rate increase from them. */
export const Component = () => (
  <BoostFrame title="Mining" lead="Stake NFTs and tokens to raise your node's hourly rate.">
    <Mining />
  </BoostFrame>
);
