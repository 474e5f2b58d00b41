/** All engines that a service may use. main.ts creates them once. */
import type { Ai } from "./ai/ai.ts";
import type { Arweave } from "./arweave/arweave.ts";
import type { Blocks } from "./blocks/blocks.ts";
import type { BotEngine } from "./bot/bot.ts";
import type { CertificateAuthority } from "./certificates/certificates.ts";
import type { CodeHost } from "./code-host/code-host.ts";
import type { Compilers } from "./compilers/compilers.ts";
import type { Database } from "./database/database.ts";
import type { Disk } from "./disk/disk.ts";
import type { Dns } from "./dns/dns.ts";
import type { Evm } from "./evm/evm.ts";
import type { Git } from "./git/git.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Mailer } from "./mailer/mailer.ts";
import type { NameServices } from "./name-services/name-services.ts";
import type { Platforms } from "./platforms/platforms.ts";
import type { Prices } from "./prices/prices.ts";
import type { Realtime } from "./realtime/realtime.ts";
import type { Rollups } from "./rollups/rollups.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import type { Solana } from "./solana/solana.ts";
import type { Ton } from "./ton/ton.ts";
import type { ZkSyncLite } from "./zksync-lite/zksync-lite.ts";

export interface Engines {
  readonly database: Database;
  readonly disk: Disk;
  readonly jobs: Jobs;
  readonly blocks: Blocks;
  readonly git: Git;
  readonly codeHost: CodeHost;
  readonly dns: Dns;
  /** Undefined if this server does not serve HTTPS itself. */
  readonly certificates: CertificateAuthority | undefined;
  readonly mailer: Mailer;
  readonly sandbox: Sandbox;
  readonly realtime: Realtime;
  readonly platforms: Platforms;
  readonly solana: Solana;
  readonly zkSyncLite: ZkSyncLite;
  readonly nameServices: NameServices;
  readonly arweave: Arweave;
  readonly evm: Evm;
  readonly rollups: Rollups;
  readonly prices: Prices;
  readonly ton: Ton;
  readonly ai: Ai;
  readonly bot: BotEngine;
  readonly compilers: Compilers;
}
