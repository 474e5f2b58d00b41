import { Link } from "react-router";
import { boostExplore } from "../../../../resources/boost/pages.ts";
import { pageHref } from "../../../../resources/href.ts";
import { Nothing } from "./boost-data.tsx";
import { BoostFrame } from "./boost-frame.tsx";

/** Shown for a malformed node URL. */
export const NotFoundCard = () => (
  <BoostFrame title="Node not found">
    <Nothing
      icon="compass"
      title="Node not found"
      text="Check the link, or explore a random node."
      action={<Link to={pageHref(boostExplore)}>Explore a random node</Link>}
    />
  </BoostFrame>
);
