import * as calls from "../../../../resources/storage/snapshots.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Blocks } from "../../engines/blocks/blocks.ts";
import { ownBucket, type Buckets } from "../buckets/service.ts";
import type { ContentOwners } from "../content-owners/service.ts";
import { resourceRoutes } from "../../kernel/calls/resource-routes.ts";
import { inPhases, route, type Route } from "../../kernel/calls/route.ts";
import { requestedCid, type Snapshots } from "./service.ts";

interface Deps {
  readonly snapshots: Snapshots;
  readonly buckets: Pick<Buckets, "find">;
  readonly blocks: Pick<Blocks, "links">;
  readonly contentOwners: Pick<ContentOwners, "readableBy">;
}

export const snapshotRoutes = ({ snapshots, buckets, blocks, contentOwners }: Deps): Route[] => {
  return [
    route(calls.objectVersions, async ({ db, caller, query }) =>
      snapshots.versions(db, await ownBucket(buckets, caller.teamId, query.bucket), query.key),
    ),
    ...resourceRoutes(
      calls.snapshots,
      {
        list: async ({ db, caller, query }) =>
          snapshots.list(db, await ownBucket(buckets, caller.teamId, query.bucket), query),
        create: inPhases({
          prepare: ({ caller, body }) => ownBucket(buckets, caller.teamId, body.bucket),
          write: async ({ db, body, logged }, bucket) => {
            logged({ target: [bucket.name, body.prefix].filter(Boolean).join("/") });
            return { id: await snapshots.create(db, bucket, body.prefix) };
          },
        }),
        delete: async ({ db, caller, params, logged }) => {
          const row = await snapshots.find(db, caller.teamId, params.id);
          logged({ target: row.bucket_name });
          await snapshots.remove(db, row);
          return null;
        },
      },
      {
        publish: inPhases({
          prepare: async ({ db, caller, params, logged }) => {
            const row = await snapshots.find(db, caller.teamId, params.id);
            logged({ target: row.bucket_name });
            return snapshots.preparePublish(row);
          },
          write: async ({ db }, publish) => {
            await publish(db);
            return null;
          },
        }),
      },
    ),
    route(calls.snapshotDag, async ({ db, caller, params, query }) => {
      const cid = requestedCid(await snapshots.find(db, caller.teamId, params.id), query.cid);
      const readable = await contentOwners.readableBy(db, caller.teamId, [cid]);
      const block = readable.size > 0 ? await blocks.links(cid) : undefined;
      if (!block) throw new AppError("NOT_FOUND");
      const links = block.links.map((link) => ({ name: link.name, cid: link.cid, size: link.sizeBytes }));
      return {
        cid: cid.toString(),
        codec: block.codec,
        blockSize: block.blockBytes,
        ...(block.type && { type: block.type }),
        links,
      };
    }),
    route(calls.diffSnapshots, async ({ db, caller, params }) => {
      const [after, before] = await Promise.all(
        [params.id, params.otherId].map((id) => snapshots.find(db, caller.teamId, id)),
      );
      return snapshots.diff(before!, after!);
    }),
  ];
};
