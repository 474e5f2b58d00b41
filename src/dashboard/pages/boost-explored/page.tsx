import { lazy, Suspense } from "react";
import { useParams } from "react-router";
import { ExploreView } from "../boost-explore/explore-view.tsx";

const NotFoundCard = lazy(() =>
  import("../boost-frame/not-found.tsx").then((module) => ({ default: module.NotFoundCard })),
);

/** /boost/explore/{id} */
export const Component = () => {
  const { id = "" } = useParams();
  if (isNodeId(id)) return <ExploreView key={id} nodeId={id} />;
  return (
    <Suspense>
      <NotFoundCard />
    </Suspense>
  );
};

const isNodeId = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
