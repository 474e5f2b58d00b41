import { BoostFrame } from "../boost-frame/boost-frame.tsx";

/** /boost */
export const Component = () => <BoostFrame title="Boost">{null}</BoostFrame>;
