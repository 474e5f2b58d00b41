import { Link, useParams } from "react-router";
import { boostExplore } from "../../../../resources/boost/pages.ts";
import { pageHref } from "../../../../resources/declare/href.ts";
import { ExploreView } from "../boost-explore/explore-view.tsx";
import { Nothing } from "../boost-frame/boost-data.tsx";
import { BoostFrame } from "../boost-frame/boost-frame.tsx";

/** /boost/explore/{id} */
export const Component = () => {
  const { id = "" } = useParams();
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return <ExploreView key={id} nodeId={id} />;
  return (
    <BoostFrame title="Node not found">
      <Nothing
        icon="compass"
        title="Node not found"
        text="Check the link, or explore a random node."
        action={<Link to={pageHref(boostExplore)}>Explore a random node</Link>}
      />
    </BoostFrame>
  );
};
