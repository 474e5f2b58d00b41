import { shareLinkPath } from "../../../resources/storage/share-links.ts";
import { memberChanged, permissionsChanged } from "../account/events.ts";
import { people } from "../account/people.module.ts";
import { meter } from "../billing/meter.module.ts";
import { defineModule, type Front } from "../kernel/module.ts";
import { createSecretBox } from "../kernel/secret-box.ts";
import { arweave } from "./arweave.module.ts";
import { buckets } from "./buckets.module.ts";
import { createAccessKeys } from "./s3/keys/access-keys.ts";
import { createS3 } from "./s3/service.ts";
import { sealedAccessKeys } from "./s3/keys/find-key.ts";
import { createShareLinks, sealedShareLinks } from "./s3/share-links.ts";

export const s3 = defineModule({
  name: "storage.s3",
  needs: { people, meter, weave: arweave, storage: buckets },
  create: ({ engines: { database }, config, log, events, siteUrl }, { people: { callers }, meter, weave, storage }) => {
    const keys = createAccessKeys(database, { config, callers, log });
    events.on(memberChanged, keys.memberChanged);
    events.hear(permissionsChanged, keys.forget);
    const s3 = createS3({ config, database, buckets: storage.buckets, keys, ...meter });
    s3.describe(weave.arweave.describe);
    const front: Front = {
      ...s3,
      name: "s3",
      addresses: [`*.s3.${config.CONTENT_DOMAIN}`, "/s3"],
      hasScripts: true,
      asksForBody: true,
    };
    const box = createSecretBox(config);
    const { routes, ...links } = createShareLinks({ database, config, box, callers, ...storage, keys, siteUrl });
    return {
      api: s3,
      routes: [...keys.routes, ...routes],
      fronts: [front, { ...links, name: "share-links", addresses: [shareLinkPath] }],
      sealed: [sealedAccessKeys, sealedShareLinks],
    };
  },
});
