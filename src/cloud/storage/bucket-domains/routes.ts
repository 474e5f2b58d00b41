import {
  listBucketAddresses,
  setBucketAddress,
  verifyBucketDomain,
} from "../../../../resources/storage/domain-calls.ts";
import { bucketDomains as resource } from "../../../../resources/storage/domains.ts";
import type { Domains } from "../../hosting/domains/service.ts";
import { resourceRoutes } from "../../kernel/calls/resource-routes.ts";
import { route, type Route } from "../../kernel/calls/route.ts";
import type { BucketAddresses } from "./service.ts";

interface Deps {
  readonly domains: Pick<Domains, "ofBuckets" | "changed">;
  readonly addresses: BucketAddresses;
}

/** Bucket domains and the buckets' default addresses. */
export const bucketDomainRoutes = ({ domains: { ofBuckets, changed }, addresses }: Deps): Route[] => [
  ...resourceRoutes(resource, {
    list: ({ db, caller, query }) => ofBuckets.list(db, caller.teamId, query as Parameters<typeof ofBuckets.list>[2]),
    show: ({ db, caller, params }) => ofBuckets.find(db, caller.teamId, params.domain),
    create: async ({ db, caller, body, afterCommit, logged }) => {
      const row = await ofBuckets.create(db, caller.teamId, body);
      const { id } = await addresses.publish(db, caller.teamId, row.bucketName);
      logged({ target: row.domain, details: { bucket: row.bucketName } });
      afterCommit(async () => {
        addresses.changed(id);
        await changed();
      });
      return row;
    },
    delete: async ({ db, caller, params, afterCommit, logged }) => {
      logged({ target: params.domain });
      await ofBuckets.remove(db, caller.teamId, params.domain);
      afterCommit(changed);
      return null;
    },
  }),
  route(verifyBucketDomain, ({ caller, params, logged }) => {
    logged({ target: params.domain });
    return ofBuckets.verify(caller.teamId, params.domain);
  }),
  route(listBucketAddresses, async ({ db, caller }) => ({ list: await addresses.list(db, caller.teamId) })),
  route(setBucketAddress, async ({ db, caller, params, body, afterCommit, logged }) => {
    logged({ target: params.bucketName, details: { on: body.on } });
    const { id, ...address } = await addresses.set(db, caller.teamId, params.bucketName, body.on);
    afterCommit(() => addresses.changed(id));
    return address;
  }),
];
