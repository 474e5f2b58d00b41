import {
  arweaveBucket,
  arweaveObject,
  sendToArweave,
  stopArweave,
  syncArweaveBucket,
} from "../../../../resources/storage/arweave-calls.ts";
import { arweave } from "../../../../resources/storage/arweave.ts";
import { AppError } from "../../kernel/app-error.ts";
import { ownBucket } from "../buckets/service.ts";
import { resourceRoutes } from "../../kernel/calls/resource-routes.ts";
import { inPhases, route, type Route } from "../../kernel/calls/route.ts";
import { admitObject, queueObject, stopObject } from "./objects.ts";
import { listHistory, viewObject } from "./reads.ts";
import type { ArweaveService } from "./service.ts";
import { setSync, syncOf } from "./sync.ts";

export const arweaveRoutes = ({ deps }: Pick<ArweaveService, "deps">): Route[] => [
  ...resourceRoutes(arweave, {
    list: ({ db, caller, origin, query }) => listHistory(deps, db, caller.teamId, origin, query),
  }),
  route(arweaveObject, ({ db, caller, origin, query }) => viewObject(deps, db, caller.teamId, origin, query)),
  route(arweaveBucket, async ({ db, caller, params }) => {
    const bucket = await ownBucket(deps.buckets, caller.teamId, params.name);
    return syncOf(db, bucket.id);
  }),
  route(
    syncArweaveBucket,
    inPhases({
      prepare: ({ caller, params }) => ownBucket(deps.buckets, caller.teamId, params.name),
      write: async ({ db, body, logged, afterCommit }, bucket) => {
        logged({ target: bucket.name });
        afterCommit(deps.wake);
        return { state: await setSync(deps, db, bucket, body.sync) };
      },
    }),
  ),
  route(
    sendToArweave,
    inPhases({
      prepare: async ({ caller, body }) => {
        const bucket = await ownBucket(deps.buckets, caller.teamId, body.bucket);
        const object = await deps.buckets.head(bucket, body.key);
        if (!object) throw new AppError("OBJECT_MISSING");
        return { bucket, object };
      },
      write: async ({ db, logged, afterCommit }, { bucket, object }) => {
        logged({ target: `${bucket.name}/${object.key}` });
        const row = await queueObject(db, bucket, object);
        await admitObject(deps, db, row);
        afterCommit(deps.wake);
        return { id: row.id };
      },
    }),
  ),
  route(
    stopArweave,
    inPhases({
      prepare: ({ caller, body }) => ownBucket(deps.buckets, caller.teamId, body.bucket),
      write: async ({ db, body, logged }, bucket) => {
        const stopped = await stopObject(deps, db, bucket.id, body.key);
        logged(stopped && { target: `${bucket.name}/${body.key}` });
        return { stopped };
      },
    }),
  ),
];
