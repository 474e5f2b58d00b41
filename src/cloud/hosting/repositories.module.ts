import { access } from "node:fs/promises";
import { firstSignIn } from "../account/events.ts";
import { people } from "../account/people.module.ts";
import { defineModule } from "../kernel/module.ts";
import { codeHosts } from "./code-host.module.ts";
import { pushed } from "./events.ts";
import { repositoryRoutes } from "./repositories/routes.ts";
import { createRepositories } from "./repositories/service.ts";

const gitPath = "/git/";

export const repositories = defineModule({
  name: "hosting.repositories",
  needs: { people, codeHosts },
  create: ({ engines, log, events }, { people: { tokens }, codeHosts }) => {
    const { upkeep } = engines.git;
    const repositories = createRepositories(engines, {
      verifyToken: tokens.verify,
      codeHosts,
      log,
      pushed: (push) => events.tell(pushed, push),
    });
    events.hear(firstSignIn, ({ teamId }) => repositories.seed(teamId));
    return {
      api: repositories,
      routes: repositoryRoutes(repositories, { sandbox: engines.sandbox, codeHosts }),
      fronts: [
        {
          name: "git",
          addresses: [gitPath],
          servesPath: (url) => url.startsWith(gitPath),
          handle: repositories.handleHttp,
        },
      ],
      jobs: [repositories],
      duties: [
        { name: "Consolidate repositories", every: "1 min", scope: "cluster", timeout: "1 h", run: upkeep.consolidate },
        {
          name: "Delete unused packs",
          every: "1 min",
          scope: "cluster",
          timeout: "1 h",
          run: upkeep.deleteUnusedPacks,
        },
        {
          name: "Remove leftovers of repositories",
          every: "1 h",
          scope: "process",
          role: "any",
          run: upkeep.removeLeftovers,
        },
        // Each process may have a directory of the version before.
        {
          name: "Take over repositories",
          every: "1 min",
          scope: "process",
          role: "any",
          timeout: "1 h",
          run: upkeep.takeOver,
        },
      ],
      ready: () => access(engines.git.root),
    };
  },
});
