import { meter } from "../billing/meter.module.ts";
import { defineModule } from "../kernel/module.ts";
import { registerRpcGateway } from "./http.ts";
import { createRpc } from "./service.ts";
import { registerRpcSockets } from "./sockets.ts";
import { sealedRpcKeys } from "./keys/keys.ts";

export const rpc = defineModule({
  name: "rpc",
  needs: { meter },
  create: ({ engines, config, limits, log }, { meter }) => {
    const rpc = createRpc({ config, engines, ...meter, limits, log });
    return {
      api: rpc,
      routes: rpc.routes,
      http: ({ app, underWay }) => {
        registerRpcGateway(app, rpc);
        registerRpcSockets(app, rpc, underWay);
      },
      duties: rpc.duties,
      sealed: [sealedRpcKeys],
      serve: rpc.serve,
      close: rpc.close,
    };
  },
});
