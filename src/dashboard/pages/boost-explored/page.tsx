import { useParams } from "react-router";
import { ExploreView } from "../boost-explore/explore-view.tsx";

/** /boost/explore/{id} */
export const Component = () => {
  const { id = "" } = useParams();
  return <ExploreView key={id} nodeId={id} />;
};
