import { lazy, Suspense } from "react";
import { Navigate, useLocation } from "react-router";
import { buckets } from "../../../../resources/bucket/buckets.ts";
import { href } from "../../../../resources/href.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { BucketPage } from "./bucket-page.tsx";
import { placeHref, placeOf } from "./paths.ts";

const FilePage = lazy(async () => ({ default: (await import("./file/file-page.tsx")).FilePage }));

/** /bucket/storage/*: a folder if the path ends with a slash, otherwise a file. */
export const Component = () => {
  const { pathname, search } = useLocation();
  const place = placeOf(pathname);
  if (place.kind === "buckets") return <Navigate to={href(buckets, "list")} replace />;
  if (place.kind === "folder") {
    const address = placeHref(place.bucket, place.prefix);
    if (address !== pathname && pathname.endsWith(place.bucket)) return <Navigate to={address + search} replace />;
    return <BucketPage key={pathname} place={place} />;
  }
  return (
    <Suspense fallback={<Skeleton lines={8} />}>
      <FilePage key={pathname} bucket={place.bucket} fileKey={place.key} />
    </Suspense>
  );
};
