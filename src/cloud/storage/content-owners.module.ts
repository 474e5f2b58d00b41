import { meter } from "../billing/meter.module.ts";
import { defineModule } from "../kernel/module.ts";
import { createContentOwners } from "./content-owners/service.ts";

export const contentOwners = defineModule({
  name: "storage.content-owners",
  needs: { meter },
  create: ({ engines, wake }, { meter: { allowance } }) => {
    const contentOwners = createContentOwners({ engines, allowance, wake });
    return { api: contentOwners, duties: contentOwners.duties, ready: engines.blocks.ping };
  },
});
