/** Names of sites and their targets: subdomains, custom domains with certificates, and names on chains. */
import { defineModule } from "../kernel/module.ts";
import { domainRoutes } from "./domains/routes.ts";
import { createDomains } from "./domains/service.ts";
import { hostsChanged } from "./events.ts";
import { createHostnames } from "./hostnames/service.ts";
import { nameDomainRoutes } from "./name-domains/routes.ts";
import { createNameDomains } from "./name-domains/service.ts";
import { sealedCertificateKeys } from "./domains/certificates.ts";

export const names = defineModule({
  name: "hosting.names",
  create: ({ engines, config, log, events, wake }) => {
    const changed = (names: readonly string[]) => void events.tell(hostsChanged, names);
    const domains = createDomains(engines, { config, log, wake, hostsChanged: changed });
    return {
      api: { domains, hostnames: createHostnames() },
      routes: [...domainRoutes(domains), ...nameDomainRoutes(createNameDomains(engines.nameServices))],
      duties: domains.duties,
      sealed: sealedCertificateKeys,
      serve: () => domains.changed(),
    };
  },
});
