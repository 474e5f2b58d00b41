import { people } from "../account/people.module.ts";
import { ledger } from "../billing/ledger.module.ts";
import { defineModule } from "../kernel/module.ts";
import { createRewards } from "./service.ts";

export const rewards = defineModule({
  name: "rewards",
  needs: { people, ledger },
  create: ({ docsDir }, { people: { teams }, ledger }) => {
    const rewards = createRewards({ ledger, teams, docsDir });
    return { api: rewards, routes: rewards.routes };
  },
});
