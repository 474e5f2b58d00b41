/** Users, their sign-in, wallets, teams, tokens and operation log. */
import { meter } from "../billing/meter.module.ts";
import { codeHosts } from "../hosting/code-host.module.ts";
import { defineModule } from "../kernel/module.ts";
import { createSecretBox } from "../kernel/secret-box.ts";
import { accountRoutes } from "./auth/account-routes.ts";
import { authRoutes } from "./auth/routes.ts";
import { createAuth } from "./auth/service.ts";
import { serveAvatars } from "./images.ts";
import { createCallers } from "./callers.ts";
import { emailConfirmed, firstSignIn, memberChanged, permissionsChanged } from "./events.ts";
import { feedbackRoutes } from "./feedback/routes.ts";
import { contact } from "./contact.module.ts";
import { operationLogRoutes } from "./operation-log/routes.ts";
import { sweepOperations } from "./operation-log/service.ts";
import { createProgramKeys } from "./program-keys/service.ts";
import { solanaRoutes } from "./solana/routes.ts";
import { createSolanaLinks } from "./solana/service.ts";
import { teamRoutes } from "./teams/routes.ts";
import { createTeams } from "./teams/service.ts";
import { tokenRoutes } from "./tokens/routes.ts";
import { createGatewayTokens, createTokens } from "./tokens/service.ts";
import { sealedSigningKey } from "./auth/signing-key.ts";

export const people = defineModule({
  name: "account.people",
  needs: { meter, contact, codeHosts },
  create: ({ engines, config, events }, { meter: { allowance, standing }, contact: { mail, notices }, codeHosts }) => {
    const { database, realtime, evm } = engines;
    const { PUBLIC_URL: publicUrl, OPERATORS: operators } = config;
    const callers = createCallers(realtime);
    callers.onForget(() => void events.tell(permissionsChanged, undefined));
    const tokens = createTokens(database, callers);
    const teams = createTeams(database, {
      notices,
      mail,
      tokens,
      callers,
      realtime,
      standing,
      memberChanged: async (trx, member) => void (await events.publish(trx, memberChanged, member)),
      firstSignIn: (teamId) => events.tell(firstSignIn, { teamId }),
    });
    events.on(emailConfirmed, async (trx, { personId, email }) => {
      const news = await teams.emailConfirmed(trx, personId, email);
      return () => teams.announce(news);
    });
    const box = createSecretBox(config);
    const codeHostLogin = codeHosts.login;
    const auth = createAuth(database, { teams, callers, allowance, box, publicUrl, operators, codeHostLogin, evm });
    return {
      api: {
        auth,
        teams,
        tokens,
        callers,
        programKeys: createProgramKeys(database, callers),
        gatewayTokens: createGatewayTokens(database, callers),
      },
      routes: [
        ...authRoutes(auth, teams, realtime),
        ...accountRoutes({ auth, teams, realtime }),
        ...teamRoutes(teams, { issueTeamToken: auth.teamToken, publicUrl }),
        ...tokenRoutes(tokens, teams),
        ...solanaRoutes({ links: createSolanaLinks(engines.solana), auth, realtime }),
        ...operationLogRoutes(),
        ...feedbackRoutes(),
      ],
      http: ({ app }) => serveAvatars(app, auth.avatar),
      duties: [
        {
          name: "Delete old operation log entries",
          every: "1 h",
          scope: "cluster",
          run: () => sweepOperations(database.db),
        },
      ],
      sealed: [sealedSigningKey],
      start: auth.start,
    };
  },
});
