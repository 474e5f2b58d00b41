import { meter } from "../billing/meter.module.ts";
import { defineModule } from "../kernel/module.ts";
import { createRpc } from "./service.ts";
import { sealedRpcKeys } from "./keys/keys.ts";

export const rpc = defineModule({
  name: "rpc",
  needs: { meter },
  create: ({ engines, config, limits, log }, { meter }) => {
    const rpc = createRpc({ config, engines, ...meter, limits, log });
    return {
      api: rpc,
      routes: rpc.routes,
      duties: rpc.duties,
      sealed: [sealedRpcKeys],
      serve: rpc.serve,
      close: rpc.close,
    };
  },
});
